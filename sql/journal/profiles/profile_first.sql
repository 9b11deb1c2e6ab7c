-- The lowest seq a profile still has here; nothing when its row is damaged.
update profiles
set first_kept = $value
where profile_no = (select profile_no from profile_contents where profile_no = $profile_no and row_sum(content) is checksum);
