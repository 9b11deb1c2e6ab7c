-- name: decision_put
-- One row: the decision that holds from now on.
insert into creative_test_decisions (profile_id, gap_id, decision, run_id, reason, decided_by, decided_at)
values ($profile_id, $gap_id, $decision, $run_id, $reason, $decided_by, $now)
on conflict (profile_id, gap_id) do update
set
  decision = excluded.decision, run_id = excluded.run_id, reason = excluded.reason, decided_by = excluded.decided_by,
  decided_at = excluded.decided_at;

-- name: decision_remove
-- One row at most.
delete from creative_test_decisions where profile_id = $profile_id and gap_id = $gap_id;

-- name: decisions_list
-- One row per gap of a profile that was decided on.
select gap_id, decision, run_id, reason, decided_by, decided_at from creative_test_decisions
where profile_id = $profile_id
order by decided_at desc, gap_id;
