-- One row per live user token of a live grant whose secret begins so (nearly always one).
select
  user_tokens.token_id, user_tokens.hash, user_tokens.scopes, grants.grant_id, grants.person_id, grants.client_id,
  grants.resource
from user_tokens
inner join grants on grants.grant_id = user_tokens.grant_id
where user_tokens.lookup = $lookup
  and user_tokens.expires_at > $now
  and grants.revoked_at is null
