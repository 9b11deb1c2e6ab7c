-- One row: a decision on a key that a later one replaced.
insert into superseded_decisions (profile_id, key, decision_no, path)
values ($profile_id, $key, $decision_no, $path)
on conflict do nothing;
