-- The live API keys that a consumer app minted, wherever, revoked now.
update api_keys
set revoked_at = $now
where app_id = $app_id
  and revoked_at is null
