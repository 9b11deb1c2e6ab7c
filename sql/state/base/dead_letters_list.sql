-- One row per job that failed for good and that no later job of the same key replaces, the newest first.
select job_id, kind, profile_id, attempts, created_at, finished_at, failure, error, is_mandatory
from jobs
where status = 'failed'
  and ($kind is null or kind = $kind)
  and not exists (
    select 1 from jobs as later where later.kind = jobs.kind and later.dedupe_key = jobs.dedupe_key and later.rowid > jobs.rowid
  )
order by rowid desc
limit $limit;
