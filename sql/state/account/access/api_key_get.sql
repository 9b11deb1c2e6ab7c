-- One row: a key by its id, in a live profile; never the secret.
select
  api_keys.api_key_id, api_keys.profile_id, api_keys.name, api_keys.scopes, api_keys.rate_limit_per_minute, api_keys.minted_by,
  api_keys.app_id, api_keys.created_at, api_keys.expires_at, api_keys.revoked_at, api_keys.replaced_by
from api_keys
inner join access_profiles on access_profiles.profile_id = api_keys.profile_id
where api_keys.api_key_id = $api_key_id
  and access_profiles.archived_at is null
