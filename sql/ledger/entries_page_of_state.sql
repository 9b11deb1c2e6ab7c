-- Rows: entries of a profile's ledger in a state and before a number, the newest first.
select entry_no, ledger, profile_id, key, state, at, updated_at, body, lane, due_at, checksum
from entries
where profile_id = $profile_id and ledger = $ledger and state = $state and entry_no < $before
order by entry_no desc
limit $limit;
