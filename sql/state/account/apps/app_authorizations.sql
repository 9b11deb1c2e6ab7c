-- name: app_adoptions_revoke
-- Ends an app's adoptions in a workspace now.
update app_authorizations
set revoked_at = $now
where app_id = $app_id
  and workspace_id = $workspace_id
  and profile_id is not null
  and kind = 'adopted'
  and revoked_at is null;

-- name: app_authorization_create
-- One new authorization of an app; one that is live already stays.
insert into app_authorizations (authorization_id, app_id, workspace_id, profile_id, kind, created_at)
values ($authorization_id, $app_id, $workspace_id, $profile_id, $kind, $created_at)
on conflict do nothing;

-- name: app_authorization_get
-- One row: an authorization of a consumer app in a workspace, revoked or not.
select authorization_id, app_id, profile_id, kind, created_at, revoked_at
from app_authorizations
where authorization_id = $authorization_id
  and workspace_id = $workspace_id;

-- name: app_authorization_revoke
-- The authorization of a consumer app, revoked now if it was not yet.
update app_authorizations
set revoked_at = $now
where authorization_id = $authorization_id
  and revoked_at is null;

-- name: app_authorizations_list
-- One row per live authorization of an app in a live workspace and, where it names one, on a live profile; oldest first.
select
  app_authorizations.authorization_id,
  app_authorizations.workspace_id,
  app_authorizations.profile_id,
  app_authorizations.kind
from app_authorizations
inner join access_workspaces on access_workspaces.workspace_id = app_authorizations.workspace_id
left join access_profiles on access_profiles.profile_id = app_authorizations.profile_id
where app_authorizations.app_id = $app_id
  and ($workspace_id is null or app_authorizations.workspace_id = $workspace_id)
  and app_authorizations.revoked_at is null
  and access_workspaces.archived_at is null
  and (app_authorizations.profile_id is null or access_profiles.archived_at is null)
order by app_authorizations.created_at, app_authorizations.rowid;

-- name: app_cut_off_get
-- One row: when an authorization of this app for the profile was last revoked; null if none was.
-- columns: revoked_at integer?
select max(revoked_at) as revoked_at
from app_authorizations
where app_id = $app_id
  and workspace_id = $workspace_id
  and profile_id = $profile_id;

-- name: connected_apps_list
-- One row per live authorization of a consumer app in a workspace, on the workspace itself or on a live profile; oldest first.
select
  app_authorizations.authorization_id,
  app_authorizations.app_id,
  app_authorizations.profile_id,
  app_authorizations.kind,
  app_authorizations.created_at,
  apps.name,
  apps.scopes
from app_authorizations
inner join apps on apps.app_id = app_authorizations.app_id
left join access_profiles on access_profiles.profile_id = app_authorizations.profile_id
where app_authorizations.workspace_id = $workspace_id
  and app_authorizations.revoked_at is null
  and apps.revoked_at is null
  and (app_authorizations.profile_id is null or access_profiles.archived_at is null)
order by app_authorizations.created_at, app_authorizations.rowid;
