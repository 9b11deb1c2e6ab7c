-- The last seq given to a profile; nothing when its row is damaged.
update profiles
set last_seq = $value
where profile_no = (select profile_no from profile_contents where profile_no = $profile_no and row_sum(content) is checksum);
