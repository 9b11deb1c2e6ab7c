-- A workspace's plan and whether it is on trial.
update workspaces
set plan = $plan, status = $status
where workspace_id = $workspace_id
