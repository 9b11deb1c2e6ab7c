-- One row per live session whose secret begins so (nearly always one).
select session_id, person_id, hash, last_seen_at
from sessions
where lookup = $lookup
  and revoked_at is null
  and expires_at > $now
