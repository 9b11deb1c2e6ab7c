-- One entry; none where its key is known.
insert into entries (ledger, profile_id, key, state, at, updated_at, body)
values ($ledger, $profile_id, $key, $state, $at, $at, $body)
on conflict (profile_id, ledger, key) do nothing;
