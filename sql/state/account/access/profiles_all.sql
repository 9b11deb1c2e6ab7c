-- One row per live profile in a live workspace, oldest first.
select access_profiles.profile_id, access_profiles.workspace_id
from access_profiles
inner join access_workspaces on access_workspaces.workspace_id = access_profiles.workspace_id
where access_profiles.archived_at is null
  and access_workspaces.archived_at is null
order by access_profiles.created_at, access_profiles.rowid
