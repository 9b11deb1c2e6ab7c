-- One job that nobody runs, failed for good: its handler is missing, or its worker was lost at the last attempt allowed.
update jobs
set status = 'failed', finished_at = $now, lease_until = null, failure = $failure, error = coalesce(error || '; then ', '') || $error
where job_id = $job_id
  and (status = 'waiting' or (status = 'running' and lease_until <= $now));
