-- The value of a name.
delete from entries where profile_id = $profile_id and name = $name;
