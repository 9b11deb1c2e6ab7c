-- name: key_create
-- One new tracking key.
insert into tracking_keys (tracking_key_id, profile_id, public_key, created_by, created_at)
values ($tracking_key_id, $profile_id, $public_key, $created_by, $created_at);

-- name: key_find
-- One row: whose active tracking key this is.
select tracking_key_id, profile_id
from tracking_keys
where public_key = $public_key
  and revoked_at is null;

-- name: key_get
-- One row: a tracking key of a profile, active or revoked.
select tracking_key_id, public_key, created_at, revoked_at
from tracking_keys
where tracking_key_id = $tracking_key_id
  and profile_id = $profile_id;

-- name: key_revoke
-- The tracking key, revoked now if it was not yet.
update tracking_keys
set revoked_at = $now
where tracking_key_id = $tracking_key_id
  and profile_id = $profile_id
  and revoked_at is null;

-- name: keys_list
-- One row per active tracking key of a profile.
select tracking_key_id, public_key, created_at, revoked_at
from tracking_keys
where profile_id = $profile_id
  and revoked_at is null
order by created_at;
