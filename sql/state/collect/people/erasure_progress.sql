-- An erasure, one stage on.
update erasures
set
  work = $work,
  members = $members,
  named = $named,
  taken_at = coalesce(taken_at, $now)
where erasure_id = $erasure_id
