-- One row: an authorization of a consumer app in a workspace, revoked or not.
select authorization_id, app_id, profile_id, kind, created_at, revoked_at
from app_authorizations
where authorization_id = $authorization_id
  and workspace_id = $workspace_id
