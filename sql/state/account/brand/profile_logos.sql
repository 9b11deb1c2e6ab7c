-- name: logo_find
-- One row: the logo of this name, of a profile and a workspace that are live.
select profile_logos.png
from profile_logos
inner join access_profiles on access_profiles.profile_id = profile_logos.profile_id
inner join access_workspaces on access_workspaces.workspace_id = access_profiles.workspace_id
where profile_logos.logo_id = $logo_id
  and access_profiles.archived_at is null
  and access_workspaces.archived_at is null;

-- name: logo_get
-- One row: the description of a profile's logo, without its bytes.
-- columns: bytes integer
select logo_id, width, height, length(png) as bytes
from profile_logos
where profile_id = $profile_id;

-- name: logo_put
-- A profile's one logo.
insert into profile_logos (profile_id, logo_id, png, width, height, updated_at)
values ($profile_id, $logo_id, $png, $width, $height, $now)
on conflict (profile_id) do update set
  logo_id = excluded.logo_id,
  png = excluded.png,
  width = excluded.width,
  height = excluded.height,
  updated_at = excluded.updated_at;

-- name: logo_remove
-- A profile's logo, gone.
delete from profile_logos
where profile_id = $profile_id;
