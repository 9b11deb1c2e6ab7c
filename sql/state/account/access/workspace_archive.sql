-- The workspace, archived now with what was counted.
update access_workspaces
set archived_at = $now, archive_counts = $counts
where workspace_id = $workspace_id
  and archived_at is null
