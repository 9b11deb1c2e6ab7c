-- name: handoff_create
-- One new hand-off.
insert into handoffs (
  handoff_id, kind, workspace_id, profile_id, payload, lookup, hash, raised_by, actor, created_at, expires_at
)
values (
  $handoff_id, $kind, $workspace_id, $profile_id, $payload, $lookup, $hash, $raised_by, $actor, $created_at, $expires_at
);

-- name: handoff_decide
-- The handoff, decided now if it was undecided.
update handoffs
set decision = $decision, decided_at = $now, decided_by = $decided_by
where handoff_id = $handoff_id
  and decision is null
  and outcome is null;

-- name: handoff_end
-- The end of a handoff, if it had none.
update handoffs
set outcome = $outcome, result = $result, ended_at = $now
where handoff_id = $handoff_id
  and outcome is null;

-- name: handoff_find
-- One row per hand-off whose secret begins so (nearly always one).
select
  handoff_id, kind, workspace_id, profile_id, payload, hash, raised_by, actor, created_at, expires_at, decision, decided_at, decided_by,
  outcome, result, ended_at
from handoffs
where lookup = $lookup;

-- name: handoff_get
-- One row: a hand-off.
select
  handoff_id, kind, workspace_id, profile_id, payload, hash, raised_by, actor, created_at, expires_at, decision, decided_at, decided_by,
  outcome, result, ended_at
from handoffs
where handoff_id = $handoff_id;

-- name: handoffs_open
-- One row per undecided handoff of a kind in a workspace, oldest first.
select
  handoff_id, kind, workspace_id, profile_id, payload, hash, raised_by, actor, created_at, expires_at, decision, decided_at, decided_by,
  outcome, result, ended_at
from handoffs
where workspace_id = $workspace_id
  and kind = $kind
  and decision is null
  and outcome is null
order by created_at, rowid;
