-- Files that are read from an address by schedule, and imported as the first of them was.
create table import_schedules (
  schedule_id text primary key,
  profile_id text not null,
  source blob not null,                     -- JSON, sealed by the profile's key: name and address
  every text not null check (every in ('hour', 'day')),
  status text not null check (status in ('asks', 'active', 'needs_action', 'paused', 'stopped')),
  reason text check (reason in (
    'asks', 'refused', 'blocked', 'not_found', 'private', 'forbidden', 'unreachable', 'unavailable', 'too_large', 'not_a_file', 'redirects'
  )),                                       -- why it needs a person, or why the last run failed
  reading blob,                             -- JSON, sealed: how its files are read; null until a person has committed the first
  import_id text not null,                  -- of its last file
  content_hash text not null,               -- of the last file that was read
  etag text,
  last_modified text,
  failing_since integer,
  checked_at integer,
  imported_at integer,
  next_at integer,                          -- null while it does not run
  created_by text not null,
  created_at integer not null
) strict, without rowid;
create index import_schedules_by_profile on import_schedules (profile_id, import_id);
create index import_schedules_by_time on import_schedules (status, next_at);
