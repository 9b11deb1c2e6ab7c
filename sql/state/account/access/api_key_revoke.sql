-- The key, revoked now if it was not yet.
update api_keys
set revoked_at = $now
where api_key_id = $api_key_id
  and profile_id = $profile_id
  and revoked_at is null
