-- One row at most: the value of a name.
select day, sealed from entries where profile_id = $profile_id and name = $name;
