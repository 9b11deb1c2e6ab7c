-- The settings of a profile.
delete from profiles
where profile_id = $profile_id
limit $limit
