-- One entry by its key: its new state, when it is due again, and its body where there is a new one.
update entries
set state = $state, updated_at = $at, due_at = $due_at, body = coalesce($body, body)
where profile_id = $profile_id and ledger = $ledger and key = $key;
