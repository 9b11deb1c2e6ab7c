-- name: api_key_create
-- One new API key.
insert into api_keys (
  api_key_id, profile_id, name, lookup, hash, scopes, rate_limit_per_minute, minted_by, app_id, created_at, expires_at
)
values (
  $api_key_id, $profile_id, $name, $lookup, $hash, $scopes, $rate_limit_per_minute, $minted_by, $app_id, $created_at, $expires_at
);

-- name: api_key_find
-- One row per live API key of a live profile whose secret begins so (nearly always one).
select api_keys.api_key_id, api_keys.profile_id, api_keys.hash, api_keys.scopes, api_keys.rate_limit_per_minute, api_keys.app_id,
  api_keys.expires_at
from api_keys
inner join access_profiles on access_profiles.profile_id = api_keys.profile_id
where api_keys.lookup = $lookup
  and api_keys.revoked_at is null
  and (api_keys.expires_at is null or api_keys.expires_at > $now)
  and access_profiles.archived_at is null;

-- name: api_key_get
-- One row: a key by its id, in a live profile; never the secret.
select
  api_keys.api_key_id, api_keys.profile_id, api_keys.name, api_keys.scopes, api_keys.rate_limit_per_minute, api_keys.minted_by,
  api_keys.app_id, api_keys.created_at, api_keys.expires_at, api_keys.revoked_at, api_keys.replaced_by
from api_keys
inner join access_profiles on access_profiles.profile_id = api_keys.profile_id
where api_keys.api_key_id = $api_key_id
  and access_profiles.archived_at is null;

-- name: api_key_replace
-- The key, replaced by another: it ends at a moment, or at its own end when that is sooner.
update api_keys
set
  replaced_by = $replaced_by,
  expires_at = min(coalesce(expires_at, $ends_at), $ends_at),
  revoked_at = case when $ends_at <= $now then $now else revoked_at end
where api_key_id = $api_key_id;

-- name: api_key_revoke
-- The key, revoked now if it was not yet.
update api_keys
set revoked_at = $now
where api_key_id = $api_key_id
  and profile_id = $profile_id
  and revoked_at is null;

-- name: api_keys_blank
-- The API keys of apps on a profile, without anything but whose they were.
update api_keys
set name = '', lookup = '', hash = x''
where profile_id = $profile_id;

-- name: api_keys_list
-- One row per API key of a profile, newest first; never the secret.
select
  api_key_id, profile_id, name, scopes, rate_limit_per_minute, minted_by, app_id, created_at, expires_at, revoked_at, replaced_by
from api_keys
where profile_id = $profile_id
order by created_at desc, rowid desc;

-- name: api_keys_of_app
-- One row per key that an app answers for, also on what is archived.
select api_key_id
from api_keys
where app_id = $app_id;

-- name: api_keys_purge
-- The API keys of a profile, except those of an app: its usage is counted by them.
delete from api_keys
where profile_id = $profile_id
  and app_id is null
limit $limit;

-- name: app_keys_end
-- The live API keys that a consumer app minted, wherever, revoked now.
update api_keys
set revoked_at = $now
where app_id = $app_id
  and revoked_at is null;

-- name: app_keys_revoke
-- The live API keys that a consumer app minted for a profile, revoked now.
update api_keys
set revoked_at = $now
where app_id = $app_id
  and profile_id = $profile_id
  and revoked_at is null;

-- name: profile_keys_revoke
-- The API keys of a profile that still work.
update api_keys
set revoked_at = $now
where profile_id = $profile_id
  and revoked_at is null
  and (expires_at is null or expires_at > $now);

-- name: api_keys_of_workspace
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
order by api_keys.created_at desc, api_keys.rowid desc;
