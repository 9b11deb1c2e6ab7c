-- Links that sign a person in once. As with every secret, only a hash and a few characters to find it by are kept.
create table sign_in_links (
  link_id text primary key,
  person_id text not null references people (person_id),
  lookup text not null,
  hash blob not null,
  created_at integer not null,
  expires_at integer not null,
  used_at integer
) strict;
create index sign_in_links_by_lookup on sign_in_links (lookup);
create index sign_in_links_by_expiry on sign_in_links (expires_at);
