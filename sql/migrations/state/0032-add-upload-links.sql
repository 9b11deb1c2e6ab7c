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
