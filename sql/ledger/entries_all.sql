-- Every entry, in order, for a check of their checksums.
select entry_no, ledger, profile_id, key, state, at, updated_at, body, lane, due_at, checksum from entries where checksum is not null;
