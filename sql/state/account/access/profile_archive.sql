-- The profile, archived now.
update access_profiles
set archived_at = $now
where profile_id = $profile_id
  and archived_at is null
