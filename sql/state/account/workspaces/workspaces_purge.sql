-- The settings of a workspace.
delete from workspaces
where workspace_id = $workspace_id
limit $limit
