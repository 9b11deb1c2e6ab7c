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
order by app_authorizations.created_at, app_authorizations.rowid
