-- One entry of another installation, as it was there.
insert into entries (ledger, profile_id, key, state, at, updated_at, body, lane, due_at)
values ($ledger, $profile_id, $key, $state, $at, $updated_at, $body, $lane, $due_at)
on conflict (profile_id, ledger, key) do update set
  state = excluded.state, updated_at = excluded.updated_at, body = excluded.body, lane = excluded.lane, due_at = excluded.due_at,
  checksum = null;
