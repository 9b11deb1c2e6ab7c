-- One row per API key of a workspace's live profiles, newest first; one app's alone where it is named, one profile's likewise.
select
  api_keys.api_key_id, api_keys.profile_id, api_keys.name, api_keys.scopes, api_keys.rate_limit_per_minute, api_keys.minted_by,
  api_keys.app_id, api_keys.created_at, api_keys.expires_at, api_keys.revoked_at, api_keys.replaced_by
from access_profiles
inner join api_keys on api_keys.profile_id = access_profiles.profile_id
where access_profiles.workspace_id = $workspace_id
  and access_profiles.archived_at is null
  and ($app_id is null or api_keys.app_id = $app_id)
  and ($profile_id is null or api_keys.profile_id = $profile_id)
order by api_keys.created_at desc, api_keys.rowid desc
