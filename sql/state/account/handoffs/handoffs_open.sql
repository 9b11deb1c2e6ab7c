-- One row per hand-off of a kind in a workspace that nobody has decided, oldest first.
select
  handoff_id, kind, workspace_id, profile_id, payload, hash, raised_by, actor, created_at, expires_at, decision, decided_at, decided_by,
  lease_until, outcome, result, ended_at
from handoffs
where workspace_id = $workspace_id
  and kind = $kind
  and decision is null
  and outcome is null
order by created_at, rowid
