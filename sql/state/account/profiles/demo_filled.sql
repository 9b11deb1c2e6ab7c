-- A demo profile, filled to the end now.
update profiles
set demo_filled_at = $now
where profile_id = $profile_id
