-- The last seq given to a profile.
update profiles set last_seq = ? where profile_no = ?;
