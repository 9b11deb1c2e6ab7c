-- name: mcp_settings_get
-- One row: the workspace's settings; none while they are as they were born.
select is_writeback_enabled, needs_approval, updated_at from mcp_settings where workspace_id = $workspace_id;

-- name: mcp_settings_put
-- One row: the workspace's settings.
insert into mcp_settings (workspace_id, is_writeback_enabled, needs_approval, updated_at)
values ($workspace_id, $is_writeback_enabled, $needs_approval, $updated_at)
on conflict do update set
  is_writeback_enabled = excluded.is_writeback_enabled, needs_approval = excluded.needs_approval, updated_at = excluded.updated_at;
