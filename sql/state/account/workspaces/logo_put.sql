-- A workspace's one logo.
insert into workspace_logos (workspace_id, logo_id, png, width, height, updated_at)
values ($workspace_id, $logo_id, $png, $width, $height, $now)
on conflict (workspace_id) do update set
  logo_id = excluded.logo_id,
  png = excluded.png,
  width = excluded.width,
  height = excluded.height,
  updated_at = excluded.updated_at
