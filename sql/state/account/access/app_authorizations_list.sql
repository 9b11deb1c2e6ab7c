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
order by app_authorizations.created_at, app_authorizations.rowid
