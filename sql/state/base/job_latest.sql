-- One row at most: the newest job of a kind and profile.
select * from jobs where profile_id = $profile_id and kind = $kind order by rowid desc limit 1;
