-- One row per archived profile of a workspace, and when it was purged.
select profile_id, purged_at
from access_profiles
where workspace_id = $workspace_id
  and archived_at is not null
order by created_at, rowid
