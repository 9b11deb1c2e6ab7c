-- One row: whether and when a workspace was archived, what was counted then, and how many of its profiles are purged.
-- columns: profiles_purged integer
select
  archived_at,
  archive_counts,
  (
    select count(*)
    from access_profiles
    where access_profiles.workspace_id = access_workspaces.workspace_id
      and access_profiles.purged_at is not null
  ) as profiles_purged
from access_workspaces
where workspace_id = $workspace_id
