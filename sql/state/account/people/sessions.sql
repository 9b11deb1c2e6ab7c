-- name: session_create
-- One new session.
insert into sessions (session_id, person_id, lookup, hash, created_at, expires_at, client, workspace_id, opened_by, second_factor)
values ($session_id, $person_id, $lookup, $hash, $created_at, $expires_at, $client, $workspace_id, $opened_by, $second_factor);

-- name: session_find
-- One row per live session whose secret begins so (nearly always one).
select session_id, person_id, hash, last_seen_at, workspace_id
from sessions
where lookup = $lookup
  and revoked_at is null
  and expires_at > $now;

-- name: session_proof
-- One row: how the session was opened.
select opened_by, second_factor
from sessions
where session_id = $session_id;

-- name: session_proved
-- The session, in which a code was entered.
update sessions
set second_factor = 'code'
where session_id = $session_id;

-- name: session_revoke
-- The session, ended now if it was live.
update sessions
set revoked_at = $now
where session_id = $session_id
  and revoked_at is null;

-- name: session_seen
-- The session was used.
update sessions
set last_seen_at = $now
where session_id = $session_id;

-- name: sessions_in_workspace
-- One row per live session that reaches this workspace alone.
select session_id
from sessions
where workspace_id = $workspace_id
  and revoked_at is null;

-- name: sessions_list
-- One row per live session of a person, newest first.
select session_id, client, created_at, last_seen_at, expires_at, workspace_id, opened_by, second_factor
from sessions
where person_id = $person_id
  and revoked_at is null
  and expires_at > $now
order by created_at desc, rowid desc;
