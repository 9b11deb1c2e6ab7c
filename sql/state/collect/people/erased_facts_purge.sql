-- Every row of a profile in erased_facts.
delete from erased_facts
where profile_id = $profile_id
limit $limit
