-- Rows: keys and bodies of a profile after a number, in order.
select entry_no, key, body from entries where profile_id = $profile_id and entry_no > $after order by entry_no limit $limit;
