-- Jobs: the number of each lease fences its worker, keys limit what runs at once and keep an order, and what failed says why.
alter table jobs add column lease_no integer not null default 0;
alter table jobs add column concurrency_key text;
alter table jobs add column is_ordered integer not null default 0;
alter table jobs add column is_mandatory integer not null default 0;
alter table jobs add column failure text
  check (failure in ('attempts_used', 'refused', 'payload_invalid', 'handler_missing', 'worker_lost'));

update jobs set failure = 'attempts_used' where status = 'failed';
update jobs set is_mandatory = 1 where kind in ('purge', 'purge_workspace', 'erasure');

drop index jobs_due;
create index jobs_of_kind on jobs (kind, run_at) where status in ('waiting', 'running');
create index jobs_of_key on jobs (concurrency_key) where status in ('waiting', 'running') and concurrency_key is not null;
create index jobs_failed on jobs (kind) where status = 'failed';
create index jobs_of_dedupe_key on jobs (kind, dedupe_key) where dedupe_key is not null;
