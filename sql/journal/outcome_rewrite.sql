-- What stands for the content of an outcome.
update outcomes set content_hash = ? where profile_no = ? and outcome_key = ?;
