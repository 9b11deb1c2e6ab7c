-- What a workspace has in mcp_settings.
delete from mcp_settings
where workspace_id = $workspace_id
limit $limit
