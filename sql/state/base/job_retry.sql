-- One running job, to be tried again: none when its lease expired, its attempts are used up or another waits under the same key already.
update jobs
set status = 'waiting', run_at = $run_at, lease_until = null, error = $error
where job_id = $job_id and lease_no = $lease_no and status = 'running' and lease_until > $now and attempts < max_attempts
  and not exists (
    select 1 from jobs as other
    where other.kind = jobs.kind and other.dedupe_key = jobs.dedupe_key and other.status = 'waiting'
  );
