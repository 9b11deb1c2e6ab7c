-- name: workspace_create
-- One new workspace.
insert into workspaces (workspace_id, name, timezone, plan, status, trial_ends_at, reporting_currency, created_by, created_at)
values ($workspace_id, $name, $timezone, $plan, $status, $trial_ends_at, $reporting_currency, $created_by, $created_at);

-- name: workspace_currency_set
-- The currency of a workspace's totals over profiles.
update workspaces
set reporting_currency = $currency
where workspace_id = $workspace_id;

-- name: workspace_plan_set
-- A workspace's plan and whether it is on trial.
update workspaces
set plan = $plan, status = $status
where workspace_id = $workspace_id;

-- name: workspace_replay
-- One row: the workspace that this person made under this name since a moment, among those they still reach.
select workspace_id, name, timezone, plan, status, trial_ends_at, reporting_currency, created_at
from workspaces
where created_by = $person_id
  and name = $name
  and created_at > $since
  and workspace_id in (select value from json_each($reachable))
order by created_at desc
limit 1;

-- name: workspace_trial_set
-- The end of a trial that has none yet, as where plans did not apply when it began.
update workspaces
set trial_ends_at = $trial_ends_at
where workspace_id = $workspace_id;

-- name: workspace_trials
-- One row per workspace that is on trial without an end, or whose trial is over.
select workspace_id, plan, trial_ends_at
from workspaces
where status = 'trialing' and (trial_ends_at is null or trial_ends_at <= $now);

-- name: workspaces_list
-- One row per workspace of these ids, in their order.
select
  workspaces.workspace_id, workspaces.name, workspaces.timezone, workspaces.plan, workspaces.status,
  workspaces.trial_ends_at, workspaces.reporting_currency, workspaces.created_at
from json_each($ids) as ids
inner join workspaces on workspaces.workspace_id = ids.value
order by ids.key;
