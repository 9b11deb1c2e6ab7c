-- name: snapshot_settings_get
-- One row: what a workspace permits of snapshots; none: the usual.
select is_public_allowed from snapshot_settings where workspace_id = $workspace_id;

-- name: snapshot_settings_put
-- What a workspace permits of snapshots.
insert into snapshot_settings (workspace_id, is_public_allowed, updated_at)
values ($workspace_id, $is_public_allowed, $now)
on conflict (workspace_id) do update set is_public_allowed = excluded.is_public_allowed, updated_at = excluded.updated_at;
