-- One running job whose worker still has the lease, done. A sealed payload has served and is removed.
update jobs
set status = 'done', finished_at = $now, lease_until = null, result = $result, error = null,
    payload = case when $is_sealed then 'null' else payload end
where job_id = $job_id and lease_no = $lease_no and status = 'running' and lease_until > $now;
