-- One row per archived profile of a workspace.
select profile_id
from access_profiles
where workspace_id = $workspace_id
  and archived_at is not null
order by created_at, rowid
