-- One row at most: the next job that is due, or whose runner let its lease pass, now leased.
update jobs
set status = 'running', attempts = attempts + 1, started_at = $now, lease_seconds = $lease_seconds,
    lease_until = $now + $lease_seconds * 1000, progress = null
where rowid = (
  select rowid
  from jobs
  where kind in (select value from json_each($kinds))
    and ($profile_id is null or profile_id = $profile_id)
    and ((status = 'waiting' and run_at <= $now) or (status = 'running' and lease_until <= $now))
  order by run_at, rowid
  limit 1
)
returning *;
