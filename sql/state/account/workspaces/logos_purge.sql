-- The logo of a workspace.
delete from workspace_logos
where workspace_id = $workspace_id
limit $limit
