-- name: erasure_join_tokens_erase
-- Which tokens a browser brought.
delete from join_tokens where profile_id = $profile_id and visitor_key = $visitor_key;

-- name: join_token_get
-- One row at most: the browser that used the token.
select visitor_key from join_tokens where profile_id = $profile_id and token_key = $token_key;

-- name: join_token_put
-- One row: a token that was used.
insert into join_tokens (profile_id, token_key, visitor_key, used_at) values ($profile_id, $token_key, $visitor_key, $used_at);

-- name: join_tokens_expire
-- One row per token that has expired since.
delete from join_tokens where profile_id = $profile_id and used_at < $before;
