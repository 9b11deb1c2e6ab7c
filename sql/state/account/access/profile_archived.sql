-- One row: when a profile was archived, on its own or with its workspace, and when it was purged.
select profile_id, workspace_id, archived_at, purged_at, provisioned_by
from access_profiles
where profile_id = $profile_id
  and archived_at is not null
