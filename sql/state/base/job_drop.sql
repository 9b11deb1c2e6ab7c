-- One job that failed or waits, removed; one that must run stays.
delete from jobs where job_id = $job_id and status in ('failed', 'waiting') and is_mandatory = 0;
