-- name: refresh_token_create
-- One new refresh token.
insert into refresh_tokens (token_id, grant_id, lookup, hash, scopes, created_at, expires_at)
values ($token_id, $grant_id, $lookup, $hash, $scopes, $created_at, $expires_at);

-- name: refresh_token_find
-- One row per refresh token, live or not, whose secret begins so (nearly always one), with its grant.
select
  refresh_tokens.token_id, refresh_tokens.hash, refresh_tokens.scopes, refresh_tokens.expires_at, refresh_tokens.used_at,
  grants.grant_id, grants.person_id, grants.client_id, grants.resource, grants.revoked_at
from refresh_tokens
inner join grants on grants.grant_id = refresh_tokens.grant_id
where refresh_tokens.lookup = $lookup;

-- name: refresh_token_use
-- The refresh token, rotated away now; unchanged when it was before.
update refresh_tokens
set used_at = $now
where token_id = $token_id
  and used_at is null;

-- name: refresh_tokens_forget
-- Expired refresh tokens: they are refused as unknown from now on.
delete from refresh_tokens
where expires_at < $now;
