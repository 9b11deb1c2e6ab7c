-- Some entries of a profile.
delete from entries where entry_no in (select entry_no from entries where profile_id = $profile_id limit $limit);
