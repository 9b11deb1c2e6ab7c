-- One running job: its progress, and its lease renewed.
update jobs
set progress = $progress, lease_until = $now + lease_seconds * 1000
where job_id = $job_id and status = 'running';
