-- One row per API key of a profile, newest first; never the secret.
select
  api_key_id, profile_id, name, scopes, rate_limit_per_minute, minted_by, app_id, created_at, expires_at, revoked_at, replaced_by
from api_keys
where profile_id = $profile_id
order by created_at desc, rowid desc
