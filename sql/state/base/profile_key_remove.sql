-- One row at most: what the profile's key sealed can no longer be read.
delete from profile_keys where profile_id = $profile_id;
