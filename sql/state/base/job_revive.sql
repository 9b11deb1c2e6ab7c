-- One failed job, or one that waits for its next attempt: due at once with all attempts. None where another waits under its key.
update jobs
set status = 'waiting', attempts = 0, run_at = $now, finished_at = null, failure = null
where job_id = $job_id
  and status in ('failed', 'waiting')
  and not exists (
    select 1 from jobs as other
    where other.kind = jobs.kind and other.dedupe_key = jobs.dedupe_key and other.status = 'waiting' and other.rowid <> jobs.rowid
  );
