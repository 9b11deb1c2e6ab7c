-- The API keys of apps on a profile, without anything but whose they were.
update api_keys
set name = '', lookup = '', hash = x''
where profile_id = $profile_id
