-- The session was used.
update sessions
set last_seen_at = $now
where session_id = $session_id
