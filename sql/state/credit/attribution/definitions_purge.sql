-- What a profile has in definitions.
delete from definitions
where profile_id = $profile_id
limit $limit
