-- The workspace, gone from every store but for what is kept.
update access_workspaces
set purged_at = $now
where workspace_id = $workspace_id
  and purged_at is null
