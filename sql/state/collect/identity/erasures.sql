-- name: erasure_add
-- One erasure that was asked for.
insert into erasures (erasure_id, workspace_id, profile_id, public_id, members, named, actor, asked_at, work)
values ($erasure_id, $workspace_id, $profile_id, $public_id, $members, $named, $actor, $asked_at, $work)
on conflict (erasure_id) do nothing;

-- name: erasure_done
-- An erasure that is through; what was needed for it is gone.
update erasures
set
  work = null,
  report = $report,
  done_at = $now
where erasure_id = $erasure_id;

-- name: erasure_find
-- The newest erasure of the person of this public id, or of whom this keyed hash names.
select erasure_id
from erasures
where profile_id = $profile_id
  and (public_id = $public_id or exists (select 1 from json_each(named) where value = $named))
order by asked_at desc, erasure_id
limit 1;

-- name: erasure_get
-- One erasure.
select erasure_id, workspace_id, profile_id, public_id, members, named, actor, asked_at, work, report, done_at
from erasures
where erasure_id = $erasure_id;

-- name: erasure_progress
-- An erasure, one stage on.
update erasures
set
  work = $work,
  members = $members,
  named = $named,
  taken_at = coalesce(taken_at, $now)
where erasure_id = $erasure_id;

-- name: erasure_under_way
-- One row while a person is being erased from the profile's facts.
-- columns: found integer
select 1 as found
from erasures
where profile_id = $profile_id
  and taken_at is not null
  and work is not null
limit 1;

-- name: erasures_list
-- One row per erasure, the oldest first.
select erasure_id, workspace_id, profile_id, public_id, members, named, actor, asked_at
from erasures
order by asked_at, erasure_id;
