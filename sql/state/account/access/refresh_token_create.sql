-- One new refresh token.
insert into refresh_tokens (token_id, grant_id, lookup, hash, scopes, created_at, expires_at)
values ($token_id, $grant_id, $lookup, $hash, $scopes, $created_at, $expires_at)
