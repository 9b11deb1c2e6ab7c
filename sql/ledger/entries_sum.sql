-- Entries that the transaction has written, with their checksums.
update entries
set checksum = entry_sum(ledger, profile_id, key, state, at, updated_at, body, lane, due_at)
where checksum is null;
