-- The authorization code, used up now with what it produced; unchanged when it was used before.
update authorization_codes
set
  used_at = $now,
  grant_id = $grant_id
where code_id = $code_id
  and used_at is null
