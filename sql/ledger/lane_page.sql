-- Rows: entries of a lane in a state and before a number, the newest first.
select entry_no, ledger, profile_id, key, state, at, updated_at, body, lane, due_at, checksum
from entries
where ledger = $ledger and lane = $lane and state = $state and entry_no < $before
order by entry_no desc
limit $limit;
