-- One row at most: an entry by its key.
select entry_no, ledger, profile_id, key, state, at, updated_at, body, lane, due_at, checksum
from entries
where profile_id = $profile_id and ledger = $ledger and key = $key;
