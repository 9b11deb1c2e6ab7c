-- name: profile_key_add
-- One row: a profile's sealed key.
insert into profile_keys (profile_id, key_id, sealed_key) values ($profile_id, $key_id, $sealed_key);

-- name: profile_key_get
-- One row: a profile's sealed key.
select key_id, sealed_key from profile_keys where profile_id = $profile_id;

-- name: profile_key_remove
-- One row at most: what the profile's key sealed can no longer be read.
delete from profile_keys where profile_id = $profile_id;

-- name: profile_keys_give
-- One row per profile whose key another master key seals now.
update profile_keys set key_id = $key_id;
