-- One running job, given up.
update jobs
set status = 'failed', finished_at = $now, lease_until = null, error = $error
where job_id = $job_id and status = 'running';
