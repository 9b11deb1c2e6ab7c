-- One row per profile with a job of the kind that waits and is due.
select distinct profile_id from jobs where kind = $kind and status in ('waiting', 'running') and run_at <= $now
