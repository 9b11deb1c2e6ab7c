-- name: run_create
-- One row: a test that was drafted.
insert into replicate_runs (
  run_id, workspace_id, profile_id, gap, platform, account_id, ad_id, code, plan, status, created_by, created_at
)
values ($run_id, $workspace_id, $profile_id, $gap, $platform, $account_id, $ad_id, $code, $plan, 'draft', $created_by, $now);

-- name: run_get
-- One row at most: a test of a workspace.
select
  run_id, workspace_id, profile_id, gap, platform, account_id, ad_id, code, plan, status, session, handoff_id, created_by, created_at, bound_at
from replicate_runs
where run_id = $run_id and workspace_id = $workspace_id;

-- name: run_set
-- One row at most: a test in another state.
update replicate_runs
set
  status = $status, session = coalesce($session, session), handoff_id = coalesce($handoff_id, handoff_id),
  bound_at = coalesce($bound_at, bound_at)
where run_id = $run_id;
