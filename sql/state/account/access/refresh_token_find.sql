-- One row per refresh token, live or not, whose secret begins so (nearly always one), with its grant.
select
  refresh_tokens.token_id, refresh_tokens.hash, refresh_tokens.scopes, refresh_tokens.expires_at, refresh_tokens.used_at,
  grants.grant_id, grants.person_id, grants.client_id, grants.resource, grants.revoked_at
from refresh_tokens
inner join grants on grants.grant_id = refresh_tokens.grant_id
where refresh_tokens.lookup = $lookup
