-- One running job whose worker still has the lease: its progress, and the lease renewed.
update jobs
set progress = $progress, lease_until = $now + lease_seconds * 1000
where job_id = $job_id and lease_no = $lease_no and status = 'running' and lease_until > $now;
