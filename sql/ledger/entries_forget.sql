-- Some entries of a ledger that are older than a moment.
delete from entries
where entry_no in (select entry_no from entries where ledger = $ledger and at < $before limit $limit);
