-- One row per authorization code, used or not, that begins so (nearly always one).
select
  code_id, hash, person_id, client_id, redirect_uri, code_challenge, scopes, resource, expires_at, used_at, grant_id
from authorization_codes
where lookup = $lookup
