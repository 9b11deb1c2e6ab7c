-- Short addresses that a profile shares; each leads to an address outside with its tags.
create table short_links (
  link_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  token text not null unique,             -- what follows /l/
  label text,
  url text not null,
  utm text not null check (json_valid(utm)),
  created_by text not null,
  created_at integer not null
) strict, without rowid;
create index short_links_by_profile on short_links (profile_id, created_at);

-- Clicks on short links by local day, without anything about who it was.
create table short_link_days (
  profile_id text not null references access_profiles (profile_id),
  link_id text not null references short_links (link_id) on delete cascade,
  day text not null,
  times integer not null,
  primary key (link_id, day)
) strict, without rowid;
