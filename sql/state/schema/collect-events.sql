-- Files loaded to the end, by the hash of their content, so that loading one again answers at once.
create table backfills (
  profile_id text not null,
  kind text not null check (kind in ('events', 'spend')),
  content_sha256 text not null,
  report text not null check (json_valid(report)), -- counts, bad rows by line and reason, unknown columns
  loaded_at integer not null,             -- milliseconds since 1970
  primary key (profile_id, kind, content_sha256)
) strict, without rowid;
