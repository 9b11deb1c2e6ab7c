-- Some entries of a lane that are due some time: ended, with the reason in their bodies. Those in the state $kept keep it.
update entries
set
  state = case when state = $kept then state else $state end,
  updated_at = $at, due_at = null, body = json_set(body, '$.reason', $reason), checksum = null
where entry_no in (
  select entry_no from entries where ledger = $ledger and lane = $lane and due_at is not null limit $limit
);
