-- One row: a profile's sealed key.
select key_id, sealed_key from profile_keys where profile_id = $profile_id;
