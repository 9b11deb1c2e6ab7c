-- What a workspace has in mcp_writeback_audits.
delete from mcp_writeback_audits
where workspace_id = $workspace_id
limit $limit
