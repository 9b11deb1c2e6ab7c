-- One running job, done.
update jobs
set status = 'done', finished_at = $now, lease_until = null, result = $result, error = null
where job_id = $job_id and status = 'running';
