-- name: archived_profiles_list
-- One row per archived profile of a workspace, and when it was purged.
select profile_id, purged_at
from access_profiles
where workspace_id = $workspace_id
  and archived_at is not null
order by created_at, rowid;

-- name: demo_profile_find
-- One row at most: the demo profile of a workspace, the live one or else the last that there was.
select profile_id, archived_at
from access_profiles
where workspace_id = $workspace_id
  and is_demo = 1
order by archived_at is null desc, created_at desc, rowid desc
limit 1;

-- name: profile_archive
-- The profile, archived now.
update access_profiles
set archived_at = $now
where profile_id = $profile_id
  and archived_at is null;

-- name: profile_archived
-- One row: when a profile was archived, on its own or with its workspace, and when it was purged.
select profile_id, workspace_id, archived_at, purged_at, provisioned_by
from access_profiles
where profile_id = $profile_id
  and archived_at is not null;

-- name: profile_find
-- One row: the live profile of this id in its live workspace, with what the door decides by.
-- columns: is_healthcare integer, is_entitled integer
select
  access_profiles.profile_id,
  access_profiles.workspace_id,
  access_profiles.provisioned_by,
  access_profiles.is_healthcare or access_workspaces.is_healthcare as is_healthcare,
  access_profiles.provisioned_by is null or exists (
    select 1
    from profile_entitlements
    where profile_entitlements.profile_id = access_profiles.profile_id
      and profile_entitlements.feature = 'svc_attribution'
      and profile_entitlements.is_enabled = 1
  ) as is_entitled
from access_profiles
inner join access_workspaces on access_workspaces.workspace_id = access_profiles.workspace_id
where access_profiles.profile_id = $profile_id
  and access_profiles.archived_at is null
  and access_workspaces.archived_at is null;

-- name: profile_healthcare_set
-- The mark of a profile as healthcare by its own privacy mode.
update access_profiles
set is_healthcare = $is_healthcare
where profile_id = $profile_id;

-- name: profile_maker
-- One row: the app that made a profile, archived or not; null where people did.
select provisioned_by
from access_profiles
where profile_id = $profile_id;

-- name: profile_provisioned_by
-- The app that made a profile.
update access_profiles
set provisioned_by = $app_id
where profile_id = $profile_id;

-- name: profile_purged
-- The profile, gone from every store.
update access_profiles
set purged_at = $now
where profile_id = $profile_id
  and purged_at is null;

-- name: profile_register
-- One new reachable profile.
insert into access_profiles (profile_id, workspace_id, is_demo, created_at)
values ($profile_id, $workspace_id, $is_demo, $created_at);

-- name: profiles_all
-- One row per live profile in a live workspace, oldest first.
select access_profiles.profile_id, access_profiles.workspace_id
from access_profiles
inner join access_workspaces on access_workspaces.workspace_id = access_profiles.workspace_id
where access_profiles.archived_at is null
  and access_workspaces.archived_at is null
order by access_profiles.created_at, access_profiles.rowid;

-- name: profiles_in_plan
-- One row: how many live profiles of a workspace take a place of its plan.
-- columns: profiles integer
select count(*) as profiles
from access_profiles
where workspace_id = $workspace_id
  and archived_at is null
  and is_demo = 0;

-- name: profiles_live
-- One row per live profile of a workspace.
select profile_id
from access_profiles
where workspace_id = $workspace_id
  and archived_at is null
order by created_at, rowid;

-- name: profile_place
-- One row at most: where a profile belongs, archived or not.
select workspace_id, archived_at
from access_profiles
where profile_id = $profile_id;
