-- The tracking settings of a profile.
delete from tracking_settings
where profile_id = $profile_id
