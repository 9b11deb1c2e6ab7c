-- One row: a hand-off.
select
  handoff_id, kind, workspace_id, profile_id, payload, hash, raised_by, actor, created_at, expires_at, decision, decided_at, decided_by,
  lease_until, outcome, result, ended_at
from handoffs
where handoff_id = $handoff_id
