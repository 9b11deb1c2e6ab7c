-- One row: a profile's sealed key.
insert into profile_keys (profile_id, key_id, sealed_key) values ($profile_id, $key_id, $sealed_key);
