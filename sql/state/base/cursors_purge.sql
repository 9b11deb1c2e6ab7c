-- How far each follower had come with a profile.
delete from cursors
where profile_id = $profile_id
limit $limit
