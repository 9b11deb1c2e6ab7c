-- One entry by its key: its new state, and its body where there is a new one.
update entries
set state = $state, updated_at = $at, body = coalesce($body, body)
where profile_id = $profile_id and ledger = $ledger and key = $key;
