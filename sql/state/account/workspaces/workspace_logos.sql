-- name: logo_find
-- One row: the logo of this name, of a workspace that is live.
select workspace_logos.png
from workspace_logos
inner join access_workspaces on access_workspaces.workspace_id = workspace_logos.workspace_id
where workspace_logos.logo_id = $logo_id
  and access_workspaces.archived_at is null;

-- name: logo_get
-- One row: the description of a workspace's logo, without its bytes.
-- columns: bytes integer
select logo_id, width, height, length(png) as bytes
from workspace_logos
where workspace_id = $workspace_id;

-- name: logo_put
-- A workspace's one logo.
insert into workspace_logos (workspace_id, logo_id, png, width, height, updated_at)
values ($workspace_id, $logo_id, $png, $width, $height, $now)
on conflict (workspace_id) do update set
  logo_id = excluded.logo_id,
  png = excluded.png,
  width = excluded.width,
  height = excluded.height,
  updated_at = excluded.updated_at;

-- name: logo_remove
-- A workspace's logo, gone.
delete from workspace_logos
where workspace_id = $workspace_id;
