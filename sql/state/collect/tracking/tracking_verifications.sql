-- name: verification_get
-- One row: the last verification of a profile.
select url, started_at, after_seq, checks, live_event_at
from tracking_verifications
where profile_id = $profile_id;

-- name: verification_put
-- The last verification of a profile, in place of the one before.
insert into tracking_verifications (profile_id, url, started_at, after_seq, checks, live_event_at)
values ($profile_id, $url, $started_at, $after_seq, $checks, null)
on conflict (profile_id) do update set
  url = excluded.url,
  started_at = excluded.started_at,
  after_seq = excluded.after_seq,
  checks = excluded.checks,
  live_event_at = null;

-- name: verification_see
-- The progress of a verification: its first event, or the point up to which there is none.
update tracking_verifications
set live_event_at = coalesce(live_event_at, $live_event_at), after_seq = $after_seq
where profile_id = $profile_id
  and started_at = $started_at;
