-- Every row of a profile in erasures.
delete from erasures
where profile_id = $profile_id
limit $limit
