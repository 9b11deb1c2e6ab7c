-- Sums by day that other tools measured, and imports of them.
create table elsewhere_days (
  profile_id text not null,
  source text not null,
  day text not null,
  import_id text not null,
  counts text not null check (json_valid(counts)),
  primary key (profile_id, source, day)
) strict, without rowid;
create index elsewhere_days_by_import on elsewhere_days (import_id);

create table new_file_imports (
  import_no integer primary key autoincrement,
  import_id text not null unique,
  profile_id text not null,
  status text not null check (status in ('asks', 'refused', 'ready', 'running', 'completed', 'undone', 'failed')),
  kind text check (kind in ('events', 'spend', 'payments', 'deals', 'customers', 'aggregates')),
  file_name blob not null,
  content_hash text not null,
  bytes integer not null,
  reading blob not null,
  revision integer not null default 0,
  is_mapping_kept integer not null default 0 check (is_mapping_kept in (0, 1)),
  preview blob not null,
  run blob,
  result blob,
  payments_import text,
  created_by text not null,
  created_at integer not null,
  expires_at integer not null,
  committed_at integer,
  undone_at integer
) strict;
insert into new_file_imports
  (import_no, import_id, profile_id, status, kind, file_name, content_hash, bytes, reading, revision, is_mapping_kept, preview, run, result, payments_import, created_by, created_at, expires_at, committed_at, undone_at)
select
  import_no, import_id, profile_id, status, kind, file_name, content_hash, bytes, reading, revision, is_mapping_kept, preview, run, result, payments_import, created_by, created_at, expires_at, committed_at, undone_at
from file_imports;
drop table file_imports;
alter table new_file_imports rename to file_imports;
create index file_imports_by_profile on file_imports (profile_id, import_no);
create index file_imports_by_expiry on file_imports (expires_at);
