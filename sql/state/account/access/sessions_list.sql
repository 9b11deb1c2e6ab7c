-- One row per live session of a person, newest first.
select session_id, client, created_at, last_seen_at, expires_at
from sessions
where person_id = $person_id
  and revoked_at is null
  and expires_at > $now
order by created_at desc, rowid desc
