-- The refresh token, rotated away now; unchanged when it was before.
update refresh_tokens
set used_at = $now
where token_id = $token_id
  and used_at is null
