-- One row: whose active tracking key this is.
select tracking_key_id, profile_id
from tracking_keys
where public_key = $public_key
  and revoked_at is null
