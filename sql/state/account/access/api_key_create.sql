-- One new API key.
insert into api_keys (
  api_key_id, profile_id, name, lookup, hash, scopes, rate_limit_per_minute, minted_by, app_id, created_at, expires_at
)
values (
  $api_key_id, $profile_id, $name, $lookup, $hash, $scopes, $rate_limit_per_minute, $minted_by, $app_id, $created_at, $expires_at
)
