-- name: plan_add
-- One new plan.
insert into ad_write_plans (
  plan_id, profile_id, workspace_id, operation, actor, credential, applied_by, source, is_independent, skipped, evidence, handoff_id, status,
  created_at
)
values (
  $plan_id, $profile_id, $workspace_id, $operation, $actor, $credential, $applied_by, $source, $is_independent, $skipped, $evidence, $handoff_id,
  $status, $created_at
);

-- name: plan_get
-- One row: a plan.
select
  plan_id, profile_id, workspace_id, operation, actor, credential, applied_by, source, is_independent, skipped, evidence, handoff_id, intent_id,
  status, error, created_at, ended_at
from ad_write_plans
where plan_id = $plan_id;

-- name: plan_of_handoff
-- One row: the plan that waits for a decision, or waited.
select plan_id from ad_write_plans where handoff_id = $handoff_id;

-- name: plan_approve
-- A plan that waited and is carried out now.
update ad_write_plans
set status = 'planned', intent_id = $intent_id
where plan_id = $plan_id
  and status = 'awaiting_approval';

-- name: plan_apply
-- A plan of which the platform may have carried out something from now on.
update ad_write_plans set status = 'applying' where plan_id = $plan_id and status = 'planned';

-- name: plan_end
-- The end of a plan, if it had none.
update ad_write_plans
set status = $status, error = $error, ended_at = $now
where plan_id = $plan_id
  and ended_at is null;

-- name: plan_undo
-- A plan all of whose changes were taken back.
update ad_write_plans
set status = 'undone'
where plan_id = $plan_id
  and status = 'applied'
  and not exists (select 1 from ad_writes where plan_id = $plan_id and status <> 'undone');

-- name: plans_recent
-- One row per plan of a profile by some operations, the latest first.
select plan_id from ad_write_plans
where profile_id = $profile_id
  and operation in (select value from json_each($operations))
order by created_at desc, rowid desc
limit $row_limit;
