-- Every value of a profile.
delete from entries where profile_id = $profile_id;
