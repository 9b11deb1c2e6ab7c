-- One row per job that waits or runs, in the order of their time.
select job_id, kind, profile_id, status, attempts, created_at, run_at, started_at, lease_until, error
from jobs
where status in ('waiting', 'running') and ($kind is null or kind = $kind)
order by run_at, rowid
limit $limit;
