-- One new tracking key.
insert into tracking_keys (tracking_key_id, profile_id, public_key, created_by, created_at)
values ($tracking_key_id, $profile_id, $public_key, $created_by, $created_at)
