-- One row: when an authorization of this app for the profile was last revoked; null if none was.
-- columns: revoked_at integer?
select max(revoked_at) as revoked_at
from app_authorizations
where app_id = $app_id
  and workspace_id = $workspace_id
  and profile_id = $profile_id
