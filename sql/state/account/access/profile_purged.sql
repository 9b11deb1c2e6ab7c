-- The profile, gone from every store.
update access_profiles
set purged_at = $now
where profile_id = $profile_id
  and purged_at is null
