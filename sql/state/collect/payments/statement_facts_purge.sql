-- Every row of a profile in statement_facts.
delete from statement_facts
where profile_id = $profile_id
limit $limit
