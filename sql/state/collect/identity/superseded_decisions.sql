-- name: superseded_decision_add
-- One row: a decision on a key that a later one replaced.
insert into superseded_decisions (profile_id, key, decision_no, path)
values ($profile_id, $key, $decision_no, $path)
on conflict do nothing;

-- name: superseded_decisions_take
-- One row per decision on these keys that a later one replaced.
delete from superseded_decisions
where profile_id = $profile_id and key in (select cast(value as integer) from json_each($keys))
returning key, decision_no, path;
