-- One running job whose worker still has the lease, failed for good.
update jobs
set status = 'failed', finished_at = $now, lease_until = null, error = $error, failure = $failure
where job_id = $job_id and lease_no = $lease_no and status = 'running' and lease_until > $now;
