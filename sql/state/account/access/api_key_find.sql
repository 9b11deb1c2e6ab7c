-- One row per live API key of a live profile whose secret begins so (nearly always one).
select api_keys.api_key_id, api_keys.profile_id, api_keys.hash, api_keys.scopes, api_keys.rate_limit_per_minute, api_keys.app_id,
  api_keys.expires_at
from api_keys
inner join access_profiles on access_profiles.profile_id = api_keys.profile_id
where api_keys.lookup = $lookup
  and api_keys.revoked_at is null
  and (api_keys.expires_at is null or api_keys.expires_at > $now)
  and access_profiles.archived_at is null
