-- One row at most: the newest job of a kind and dedupe key.
select * from jobs where kind = $kind and dedupe_key = $dedupe_key order by rowid desc limit 1;
