-- One row at most: the demo profile of a workspace, the live one or else the last that there was.
select profile_id, archived_at
from access_profiles
where workspace_id = $workspace_id
  and is_demo = 1
order by archived_at is null desc, created_at desc, rowid desc
limit 1
