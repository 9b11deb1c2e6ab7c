-- One row at most: the sealed key of a profile for a day.
select sealed_key from day_keys where profile_id = $profile_id and day = $day;
