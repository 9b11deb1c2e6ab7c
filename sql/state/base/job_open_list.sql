-- Rows: jobs of a kind that wait, or whose lease expired.
select job_id from jobs where kind = $kind and status in ('waiting', 'running') and (status = 'waiting' or lease_until <= $now);
