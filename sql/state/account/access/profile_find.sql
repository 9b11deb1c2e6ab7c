-- One row: the live profile of this id in its live workspace.
select access_profiles.profile_id, access_profiles.workspace_id
from access_profiles
inner join access_workspaces on access_workspaces.workspace_id = access_profiles.workspace_id
where access_profiles.profile_id = $profile_id
  and access_profiles.archived_at is null
  and access_workspaces.archived_at is null
