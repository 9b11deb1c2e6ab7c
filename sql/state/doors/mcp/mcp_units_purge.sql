-- What a workspace has in mcp_units.
delete from mcp_units
where workspace_id = $workspace_id
limit $limit
