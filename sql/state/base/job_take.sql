-- One row at most: this job, leased; none when it may not be taken (any more).
update jobs
set status = 'running', attempts = attempts + 1, lease_no = lease_no + 1, started_at = $now, lease_seconds = $lease_seconds,
    lease_until = $now + $lease_seconds * 1000, progress = null
where job_id = $job_id
  and status in ('waiting', 'running')
  and case status when 'waiting' then run_at else coalesce(lease_until, 0) end <= $now
  and not exists (
    select 1
    from jobs as other
    where other.concurrency_key = jobs.concurrency_key
      and other.status in ('waiting', 'running')
      and other.rowid <> jobs.rowid
      and (
        (other.status = 'running' and other.lease_until > $now)
        or (jobs.is_ordered = 1 and other.kind = jobs.kind and other.rowid < jobs.rowid)
      )
  )
returning *;
