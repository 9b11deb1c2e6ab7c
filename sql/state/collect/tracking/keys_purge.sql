-- The tracking keys of a profile.
delete from tracking_keys
where profile_id = $profile_id
limit $limit
