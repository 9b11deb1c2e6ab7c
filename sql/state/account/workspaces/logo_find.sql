-- One row: the logo of this name, of a workspace that is live.
select workspace_logos.png
from workspace_logos
inner join access_workspaces on access_workspaces.workspace_id = workspace_logos.workspace_id
where workspace_logos.logo_id = $logo_id
  and access_workspaces.archived_at is null
