-- One entry; none where its key is known.
insert into entries (ledger, profile_id, key, state, at, updated_at, body, lane, due_at, checksum)
values (
  $ledger, $profile_id, $key, $state, $at, $at, $body, $lane, $due_at,
  entry_sum($ledger, $profile_id, $key, $state, $at, $at, $body, $lane, $due_at)
)
on conflict (profile_id, ledger, key) do nothing;
