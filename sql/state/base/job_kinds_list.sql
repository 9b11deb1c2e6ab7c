-- One row per kind with jobs that wait or run.
select distinct kind from jobs where status in ('waiting', 'running');
