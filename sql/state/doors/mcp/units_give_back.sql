-- One row: the workspace's day, with fewer units.
update mcp_units set units = max(0, units - $units) where workspace_id = $workspace_id and day = $day
