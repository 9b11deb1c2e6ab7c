-- One row at most: the outcome under a key.
select seq, content_hash from outcomes where profile_no = ? and outcome_key = ?;
