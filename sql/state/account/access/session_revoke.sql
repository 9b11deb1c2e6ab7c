-- The session, ended now if it was live.
update sessions
set revoked_at = $now
where session_id = $session_id
  and revoked_at is null
