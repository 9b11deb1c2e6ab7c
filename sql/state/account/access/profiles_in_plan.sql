-- One row: how many live profiles of a workspace take a place of its plan.
-- columns: profiles integer
select count(*) as profiles
from access_profiles
where workspace_id = $workspace_id
  and archived_at is null
  and is_demo = 0
