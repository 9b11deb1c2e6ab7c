-- name: workspace_get
-- One row: a workspace, archived or not, with what the door decides by and who collects for it.
select
  access_workspaces.workspace_id,
  access_workspaces.provisioned_by,
  access_workspaces.is_healthcare,
  access_workspaces.created_at,
  access_workspaces.archived_at,
  apps.storefront
from access_workspaces
left join apps on apps.app_id = access_workspaces.provisioned_by
where access_workspaces.workspace_id = $workspace_id;
