-- How people prove who they are: passwords, links by mail, and what a person sees of their sessions.
alter table people add column email_confirmed_at integer; -- null until somebody has followed a link to this address

create table passwords (
  person_id text primary key references people (person_id),
  hash text not null,                     -- argon2id, in its own text form with salt and costs
  changed_at integer not null
) strict, without rowid;

-- Links sent by mail. The address alone is known before sign-up, so no person is named.
create table email_links (
  link_id text primary key,
  kind text not null check (kind in ('sign_up', 'reset')),
  email text not null,
  lookup text not null,
  hash blob not null,
  continue_path text not null,            -- where the person was going, on this service
  created_at integer not null,
  expires_at integer not null,
  used_at integer
) strict;
create index email_links_by_lookup on email_links (lookup);
create index email_links_by_email on email_links (email, kind);
create index email_links_by_expiry on email_links (expires_at);

alter table sessions add column last_seen_at integer;
alter table sessions add column client text;       -- browser and system in words, e.g. "Firefox on Linux"
