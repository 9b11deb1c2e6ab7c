-- One new reachable workspace.
insert into access_workspaces (workspace_id, created_at)
values ($workspace_id, $created_at)
