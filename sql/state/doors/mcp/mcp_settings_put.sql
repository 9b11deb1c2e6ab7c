-- One row: the workspace's settings.
insert into mcp_settings (workspace_id, is_writeback_enabled, updated_at)
values ($workspace_id, $is_writeback_enabled, $updated_at)
on conflict do update set is_writeback_enabled = excluded.is_writeback_enabled, updated_at = excluded.updated_at
