-- A purge's: the profile has no segment any more.
delete from segments where profile_no = ?;
