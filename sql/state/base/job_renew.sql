-- One running job whose worker still has the lease: the lease, renewed.
update jobs
set lease_until = $now + lease_seconds * 1000
where job_id = $job_id and lease_no = $lease_no and status = 'running' and lease_until > $now;
