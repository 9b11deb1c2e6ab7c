-- Every row of a profile in merges.
delete from merges
where profile_id = $profile_id
limit $limit
