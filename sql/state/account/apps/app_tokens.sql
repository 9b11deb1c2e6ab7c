-- name: app_token_create
-- One new bearer of an app.
insert into app_tokens (token_id, app_id, lookup, hash, created_at, expires_at)
values ($token_id, $app_id, $lookup, $hash, $created_at, $expires_at);

-- name: app_token_end
-- The bearer of an app, gone.
delete from app_tokens
where token_id = $token_id;

-- name: app_token_find
-- One row per live bearer of an app whose secret begins so (nearly always one).
select app_tokens.token_id, app_tokens.app_id, app_tokens.hash
from app_tokens
where app_tokens.lookup = $lookup
  and app_tokens.expires_at > $now;

-- name: app_tokens_end
-- Every bearer of an app, gone.
delete from app_tokens
where app_id = $app_id;

-- name: app_tokens_forget
-- Bearers of apps that are over.
delete from app_tokens
where expires_at < $now;
