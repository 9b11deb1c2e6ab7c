-- Every key of a profile.
delete from day_keys where profile_id = $profile_id;
