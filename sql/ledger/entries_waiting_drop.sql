-- Some entries of a profile that are due some time.
delete from entries where entry_no in (
  select entry_no from entries where profile_id = $profile_id and due_at is not null limit $limit
);
