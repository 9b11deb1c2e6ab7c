-- The checksum of a profile's counts after they changed.
update profiles
set checksum = row_sum((select content from profile_contents where profile_no = $profile_no))
where profile_no = $profile_no;
