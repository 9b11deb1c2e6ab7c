-- One new bearer of an app.
insert into app_tokens (token_id, app_id, lookup, hash, created_at, expires_at)
values ($token_id, $app_id, $lookup, $hash, $created_at, $expires_at)
