-- name: user_token_create
-- One new user token.
insert into user_tokens (token_id, grant_id, lookup, hash, scopes, created_at, expires_at)
values ($token_id, $grant_id, $lookup, $hash, $scopes, $created_at, $expires_at);

-- name: user_token_find
-- One row per live user token of a live grant whose secret begins so (nearly always one).
select
  user_tokens.token_id, user_tokens.hash, user_tokens.scopes, grants.grant_id, grants.person_id, grants.client_id,
  grants.resource, grants.workspace_id, grants.created_at as granted_at
from user_tokens
inner join grants on grants.grant_id = user_tokens.grant_id
where user_tokens.lookup = $lookup
  and user_tokens.expires_at > $now
  and grants.revoked_at is null;

-- name: user_token_grant
-- One row per user token, live or not, whose secret begins so (nearly always one), with its grant's client.
select user_tokens.hash, grants.grant_id, grants.client_id
from user_tokens
inner join grants on grants.grant_id = user_tokens.grant_id
where user_tokens.lookup = $lookup;

-- name: user_tokens_forget
-- User tokens that are over.
delete from user_tokens
where expires_at < $now;
