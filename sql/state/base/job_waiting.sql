-- One row at most: the job that waits under (kind, dedupe_key).
select job_id from jobs where kind = $kind and dedupe_key = $dedupe_key and status = 'waiting';
