-- One row: the workspace's settings; none while they are as they were born.
select is_writeback_enabled, updated_at from mcp_settings where workspace_id = $workspace_id
