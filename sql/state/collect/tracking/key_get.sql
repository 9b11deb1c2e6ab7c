-- One row: a tracking key of a profile, active or revoked.
select tracking_key_id, public_key, created_at, revoked_at
from tracking_keys
where tracking_key_id = $tracking_key_id
  and profile_id = $profile_id
