-- One row per live profile of a workspace.
select profile_id
from access_profiles
where workspace_id = $workspace_id
  and archived_at is null
order by created_at, rowid
