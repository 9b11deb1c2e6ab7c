-- The API keys of a profile that still work.
update api_keys
set revoked_at = $now
where profile_id = $profile_id
  and revoked_at is null
  and (expires_at is null or expires_at > $now)
