-- The tracking key, revoked now if it was not yet.
update tracking_keys
set revoked_at = $now
where tracking_key_id = $tracking_key_id
  and profile_id = $profile_id
  and revoked_at is null
