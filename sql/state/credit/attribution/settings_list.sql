-- One row per attribution setting of the profile that differs from the built-in ones.
select name, value from attribution_settings where profile_id = $profile_id
