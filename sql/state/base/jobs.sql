-- name: dead_letters_count
-- One row per kind with jobs that failed for good and that no later job of the same key replaces.
-- columns: dead integer, last_row integer
select kind, count(*) as dead, max(rowid) as last_row, error as last_error, failure as last_failure
from jobs
where status = 'failed'
  and not exists (
    select 1 from jobs as later where later.kind = jobs.kind and later.dedupe_key = jobs.dedupe_key and later.rowid > jobs.rowid
  )
group by kind;

-- name: dead_letters_list
-- One row per job that failed for good and that no later job of the same key replaces, the newest first.
select job_id, kind, profile_id, attempts, created_at, finished_at, failure, error, is_mandatory
from jobs
where status = 'failed'
  and ($kind is null or kind = $kind)
  and not exists (
    select 1 from jobs as later where later.kind = jobs.kind and later.dedupe_key = jobs.dedupe_key and later.rowid > jobs.rowid
  )
order by rowid desc
limit $limit;

-- name: job_abandon
-- One job that is not running, failed for good: its handler is missing, or its worker was lost at the last attempt allowed.
update jobs
set status = 'failed', finished_at = $now, lease_until = null, failure = $failure, error = coalesce(error || '; then ', '') || $error
where job_id = $job_id
  and (status = 'waiting' or (status = 'running' and lease_until <= $now));

-- name: job_add
-- One row: a new job; none when the same (kind, dedupe_key) is still waiting.
insert into jobs (
  job_id, kind, profile_id, payload, dedupe_key, status, max_attempts, run_at, created_at, concurrency_key, is_ordered, is_mandatory
)
values (
  $job_id, $kind, $profile_id, $payload, $dedupe_key, 'waiting', $max_attempts, $run_at, $now, $concurrency_key, $is_ordered,
  $is_mandatory
)
on conflict (kind, dedupe_key) where status = 'waiting' and dedupe_key is not null do nothing
returning job_id;

-- name: job_drop
-- One job that failed or waits, removed; one that must run stays.
delete from jobs where job_id = $job_id and status in ('failed', 'waiting') and is_mandatory = 0;

-- name: job_due_list
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

-- name: job_fail
-- One running job that no other worker has taken, failed for good.
update jobs
set status = 'failed', finished_at = $now, lease_until = null, error = $error, failure = $failure
where job_id = $job_id and lease_no = $lease_no and status = 'running';

-- name: job_finish
-- One running job that no other worker has taken, done. A sealed payload has served and is removed.
update jobs
set status = 'done', finished_at = $now, lease_until = null, result = $result, error = null,
    payload = case when $is_sealed then 'null' else payload end
where job_id = $job_id and lease_no = $lease_no and status = 'running';

-- name: job_forget
-- Ended jobs older than a moment; the newest of each kind and profile is kept, and so is what must not be dropped.
delete from jobs
where finished_at < $before
  and not (status = 'failed' and is_mandatory = 1)
  and rowid not in (select max(rowid) from jobs group by profile_id, kind);

-- name: job_get
-- One row at most: a job by its id.
select * from jobs where job_id = $job_id;

-- name: job_kinds_list
-- One row per kind with jobs that wait or run.
select distinct kind from jobs where status in ('waiting', 'running');

-- name: job_latest
-- One row at most: the newest job of a kind and profile.
select * from jobs where profile_id = $profile_id and kind = $kind order by rowid desc limit 1;

-- name: job_latest_done
-- One row at most: the job of a kind and profile that ended well last.
select * from jobs
where profile_id = $profile_id and kind = $kind and status = 'done'
order by finished_at desc, rowid desc limit 1;

-- name: job_latest_of_key
-- One row at most: the newest job of a kind and dedupe key.
select * from jobs where kind = $kind and dedupe_key = $dedupe_key order by rowid desc limit 1;

-- name: job_open_list
-- Rows: jobs of a kind that wait, or whose lease expired.
select job_id from jobs where kind = $kind and status in ('waiting', 'running') and (status = 'waiting' or lease_until <= $now);

-- name: job_orphan
-- Jobs that an earlier process left running: no worker has their lease any more. One that was lost before waits, as it may be what ends the process.
update jobs
set lease_until = $now + case when attempts < 2 then 0 else min(3600000, 5000 << min(attempts - 2, 20)) end
where status = 'running';

-- name: job_progress
-- One running job that no other worker has taken: its progress, and the lease renewed.
update jobs
set progress = $progress, lease_until = $now + lease_seconds * 1000
where job_id = $job_id and lease_no = $lease_no and status = 'running';

-- name: job_renew
-- One running job that no other worker has taken: the lease, renewed.
update jobs
set lease_until = $now + lease_seconds * 1000
where job_id = $job_id and lease_no = $lease_no and status = 'running';

-- name: job_retry
-- One running job, to be tried again: none when another worker has it, its attempts are used up or another waits under the same key already.
update jobs
set status = 'waiting', run_at = $run_at, lease_until = null, error = $error
where job_id = $job_id and lease_no = $lease_no and status = 'running' and attempts < max_attempts
  and not exists (
    select 1 from jobs as other
    where other.kind = jobs.kind and other.dedupe_key = jobs.dedupe_key and other.status = 'waiting'
  );

-- name: job_revive
-- One failed job, or one that waits for its next attempt: due at once with all attempts. None where another waits under its key.
update jobs
set status = 'waiting', attempts = 0, run_at = $now, finished_at = null, failure = null
where job_id = $job_id
  and status in ('failed', 'waiting')
  and not exists (
    select 1 from jobs as other
    where other.kind = jobs.kind and other.dedupe_key = jobs.dedupe_key and other.status = 'waiting' and other.rowid <> jobs.rowid
  );

-- name: job_take
-- One row at most: this job, leased; none when it may not be taken (any more).
update jobs
set status = 'running', attempts = attempts + 1, lease_no = lease_no + 1, started_at = $now, lease_seconds = $lease_seconds,
    lease_until = $now + $lease_seconds * 1000, progress = case when $keeps_progress then progress end
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

-- name: job_waiting
-- One row at most: the job that waits under (kind, dedupe_key).
select job_id from jobs where kind = $kind and dedupe_key = $dedupe_key and status = 'waiting';

-- name: jobs_open_list
-- One row per job that waits or runs, in the order of their time.
select job_id, kind, profile_id, status, attempts, created_at, run_at, started_at, lease_until, error
from jobs
where status in ('waiting', 'running') and ($kind is null or kind = $kind)
order by run_at, rowid
limit $limit;

-- name: jobs_purge
-- The jobs of a profile, except its purge.
delete from jobs
where profile_id = $profile_id
  and kind <> 'purge'
limit $limit;

-- name: queues_list
-- One row per kind with waiting or running jobs. oldest_at: when the earliest due one was added.
-- columns: waiting integer, running integer, oldest_at integer?
select
  kind,
  count(*) filter (where status = 'waiting') as waiting,
  count(*) filter (where status = 'running') as running,
  min(created_at) filter (where status = 'running' or run_at <= $now) as oldest_at
from jobs
where status in ('waiting', 'running')
group by kind;
