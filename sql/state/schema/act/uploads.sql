-- Files that people uploaded to import them, and what became of each. The file itself is sealed in the folder of uploads.
create table file_imports (
  import_no integer primary key autoincrement,
  import_id text not null unique,
  profile_id text not null,
  status text not null check (status in ('asks', 'refused', 'ready', 'running', 'completed', 'undone', 'failed')),
  kind text check (kind in ('events', 'spend', 'payments', 'deals', 'customers', 'aggregates')),
  file_name blob not null,                  -- sealed by the profile's key, as all blobs here
  content_hash text not null,               -- of the bytes
  bytes integer not null,
  reading blob not null,                    -- JSON: what a person says of the file
  revision integer not null default 0,      -- of the reading
  is_mapping_kept integer not null default 0 check (is_mapping_kept in (0, 1)),
  preview blob not null,                    -- JSON: what the file is and would bring
  run blob,                                 -- JSON: how it is committed, the same after an interruption; null before
  result blob,                              -- JSON: what the commit brought
  payments_import text,                     -- of payments and deals: their import in statement_imports
  created_by text not null,
  created_at integer not null,              -- milliseconds since 1970, as every time here
  expires_at integer not null,              -- until when the file, or the list of its rejected rows, is kept
  committed_at integer,
  undone_at integer
) strict;
create index file_imports_by_profile on file_imports (profile_id, import_no);
create index file_imports_by_expiry on file_imports (expires_at);

-- Days of spend that an import changes, planned before the first is written.
create table file_import_days (
  profile_id text not null,
  import_id text not null,
  platform text not null,
  account_id text not null,
  spend_day text not null,
  effect text not null check (effect in ('new', 'same', 'added', 'replaced')),
  before text check (before is null or json_valid(before)), -- the day in force; null of one without spend
  after text not null check (json_valid(after)),
  primary key (import_id, platform, account_id, spend_day)
) strict, without rowid;
create index file_import_days_by_profile on file_import_days (profile_id);

-- What the columns of files with the same header mean, as it was last committed.
create table kept_mappings (
  profile_id text not null,
  header_hash text not null,
  mapping blob not null,                    -- JSON, sealed by the profile's key
  kept_at integer not null,
  primary key (profile_id, header_hash)
) strict, without rowid;

-- What other tools measured, by day: shown beside our figures, and part of none of them.
create table elsewhere_days (
  profile_id text not null,
  source text not null,                     -- the tool
  day text not null,                        -- of the tool's own zone
  import_id text not null,                  -- the import that said it last; empty of one by the command line
  counts text not null check (json_valid(counts)),
  primary key (profile_id, source, day)
) strict, without rowid;
create index elsewhere_days_by_import on elsewhere_days (import_id);

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

-- Links by which somebody without an account uploads files of one kind, each of which waits for a person.
create table upload_links (
  link_id text primary key,
  profile_id text not null,
  token_hash text not null unique,          -- SHA-256 of the secret in the address
  name blob not null,                       -- sealed by the profile's key
  kind text not null check (kind in ('spend', 'outcomes')),
  max_files integer not null,
  max_bytes integer not null,               -- of one file
  files integer not null default 0,         -- read so far, refused files too
  created_by text not null,
  created_at integer not null,
  expires_at integer not null,
  last_used_at integer
) strict, without rowid;
create index upload_links_by_profile on upload_links (profile_id, created_at);
create index upload_links_by_expiry on upload_links (expires_at);
