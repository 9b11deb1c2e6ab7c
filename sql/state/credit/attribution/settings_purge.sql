-- What a profile has in attribution_settings.
delete from attribution_settings
where profile_id = $profile_id
limit $limit
