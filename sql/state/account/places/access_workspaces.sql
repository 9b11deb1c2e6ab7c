-- name: workspace_archive
-- The workspace, archived now with what was counted.
update access_workspaces
set archived_at = $now, archive_counts = $counts
where workspace_id = $workspace_id
  and archived_at is null;

-- name: workspace_archived
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
where workspace_id = $workspace_id;

-- name: workspace_healthcare_set
-- The mark of a workspace as healthcare agency, which holds for all of its profiles.
update access_workspaces
set is_healthcare = $is_healthcare
where workspace_id = $workspace_id;

-- name: workspace_provisioned_by
-- The app that made a workspace.
update access_workspaces
set provisioned_by = $app_id
where workspace_id = $workspace_id;

-- name: workspace_purged
-- The workspace, gone from every store but for what is kept.
update access_workspaces
set purged_at = $now
where workspace_id = $workspace_id
  and purged_at is null;

-- name: workspace_register
-- One new reachable workspace.
insert into access_workspaces (workspace_id, created_at)
values ($workspace_id, $created_at);

-- name: workspaces_live
-- One row per workspace that is not archived.
select workspace_id
from access_workspaces
where archived_at is null
order by created_at, workspace_id;
