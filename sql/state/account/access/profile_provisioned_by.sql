-- The app that made a profile.
update access_profiles
set provisioned_by = $app_id
where profile_id = $profile_id
