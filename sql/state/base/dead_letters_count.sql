-- One row per kind with jobs that failed for good and that no later job of the same key replaces.
-- columns: dead integer, last_row integer
select kind, count(*) as dead, max(rowid) as last_row, error as last_error, failure as last_failure
from jobs
where status = 'failed'
  and not exists (
    select 1 from jobs as later where later.kind = jobs.kind and later.dedupe_key = jobs.dedupe_key and later.rowid > jobs.rowid
  )
group by kind;
