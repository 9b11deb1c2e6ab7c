-- Rows: entries of a lane that are due, the earliest first.
select entry_no, ledger, profile_id, key, state, at, updated_at, body, lane, due_at, checksum
from entries
where ledger = $ledger and lane = $lane and due_at is not null and due_at <= $now
order by due_at, entry_no
limit $limit;
