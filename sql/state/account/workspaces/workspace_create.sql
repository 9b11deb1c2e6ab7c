-- One new workspace.
insert into workspaces (workspace_id, name, timezone, plan, status, reporting_currency, created_by, created_at)
values ($workspace_id, $name, $timezone, $plan, $status, $reporting_currency, $created_by, $created_at)
