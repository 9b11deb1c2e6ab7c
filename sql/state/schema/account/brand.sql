-- What a profile shows the world: its look, its page of links, and where its share links lead.
create table profile_branding (
  profile_id text primary key references access_profiles (profile_id),
  display_name text,
  primary_color text,
  accent_color text,
  font text check (font in ('sans', 'serif', 'rounded', 'mono')),
  tone text check (tone in ('neutral', 'friendly', 'formal', 'playful')),
  updated_at integer not null
) strict;

-- One logo a profile, encoded again here: nothing of the uploaded file but its picture.
create table profile_logos (
  profile_id text primary key references access_profiles (profile_id),
  logo_id text not null unique,           -- SHA-256 of the bytes; the address says which picture it is
  png blob not null,
  width integer not null,
  height integer not null,
  updated_at integer not null
) strict;

-- The page of links of a profile.
create table bio_pages (
  profile_id text primary key references access_profiles (profile_id),
  title text,
  body text,
  links text not null check (json_valid(links)),
  theme text not null check (theme in ('auto', 'light', 'dark')),
  is_published integer not null check (is_published in (0, 1)),
  updated_at integer not null
) strict;

-- Handles of these pages; one that its profile has given up still leads to the page for 90 days.
create table bio_handles (
  handle text primary key,
  skeleton text not null unique,          -- what it looks like: two handles that can be mistaken for one another have the same
  profile_id text not null references access_profiles (profile_id),
  retired_at integer                      -- null: the handle of now
) strict;
create unique index bio_handles_of_now on bio_handles (profile_id) where retired_at is null;

-- Views of the page and clicks on its links by local day, without anything about who it was.
create table bio_days (
  profile_id text not null references access_profiles (profile_id),
  day text not null,
  link_id text not null,                  -- empty: the page itself
  times integer not null,
  primary key (profile_id, day, link_id)
) strict, without rowid;

-- Where a profile's share links lead unless they say otherwise.
create table share_destinations (
  profile_id text primary key references access_profiles (profile_id),
  url text not null,
  utm text not null check (json_valid(utm)),
  updated_at integer not null
) strict;

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
