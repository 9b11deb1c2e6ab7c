-- What an app adopted in a workspace, ended now.
update app_authorizations
set revoked_at = $now
where app_id = $app_id
  and workspace_id = $workspace_id
  and profile_id is not null
  and kind = 'adopted'
  and revoked_at is null
