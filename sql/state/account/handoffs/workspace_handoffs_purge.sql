-- What was asked for in a workspace.
delete from handoffs
where workspace_id = $workspace_id
limit $limit
