-- Rows: jobs of a kind that may be taken, the earliest first: due or with an expired lease, with no other job of their concurrency key
-- running, and where they are ordered none of the key before them.
select job_id, profile_id, dedupe_key, status, attempts, max_attempts
from jobs
where kind = $kind
  and status in ('waiting', 'running')
  and ($profile_id is null or profile_id = $profile_id)
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
order by run_at, rowid
limit $limit;
