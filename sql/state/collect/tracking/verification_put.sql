-- The last verification of a profile, in place of the one before.
insert into tracking_verifications (profile_id, url, started_at, after_seq, checks, live_event_at)
values ($profile_id, $url, $started_at, $after_seq, $checks, null)
on conflict (profile_id) do update set
  url = excluded.url,
  started_at = excluded.started_at,
  after_seq = excluded.after_seq,
  checks = excluded.checks,
  live_event_at = null
