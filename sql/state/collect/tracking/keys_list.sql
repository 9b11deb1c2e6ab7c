-- One row per active tracking key of a profile.
select tracking_key_id, public_key, created_at, revoked_at
from tracking_keys
where profile_id = $profile_id
  and revoked_at is null
order by created_at
