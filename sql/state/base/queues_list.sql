-- One row per kind with jobs that wait or run. oldest_at: when the earliest of those that are due was added.
-- columns: waiting integer, running integer, oldest_at integer?
select
  kind,
  count(*) filter (where status = 'waiting') as waiting,
  count(*) filter (where status = 'running') as running,
  min(created_at) filter (where status = 'running' or run_at <= $now) as oldest_at
from jobs
where status in ('waiting', 'running')
group by kind;
