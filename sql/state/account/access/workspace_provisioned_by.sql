-- The app that made a workspace.
update access_workspaces
set provisioned_by = $app_id
where workspace_id = $workspace_id
