-- Users and their credentials.
create table people (
  person_id text primary key,
  email text not null unique,
  name text,
  created_at integer not null,
  email_confirmed_at integer -- null until somebody has followed a link to this address
) strict;

-- A secret is never kept: `hash` is its SHA-256, `lookup` a few of its characters to find the row by.
create table sessions (
  session_id text primary key,
  person_id text not null references people (person_id),
  lookup text not null,
  hash blob not null,
  created_at integer not null,
  expires_at integer not null,
  revoked_at integer,
  last_seen_at integer,
  client text, -- browser and system in words, e.g. "Firefox on Linux"
  workspace_id text, -- the one place that it reaches, where the provider of a workspace opened it
  opened_by text, -- password, mailed_link, operator_link, invitation, provider, passkey or installation; null for sessions of earlier versions
  second_factor text -- code or recovery_code; null where none was shown
) strict;
create index sessions_by_lookup on sessions (lookup);
create index sessions_by_person on sessions (person_id);

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

create table passwords (
  person_id text primary key references people (person_id),
  hash text not null,                     -- argon2id, in its own text form with salt and costs
  changed_at integer not null
) strict, without rowid;

-- The secret in the app of a user's phone (TOTP).
create table second_factors (
  person_id text primary key references people (person_id),
  secret blob not null,                   -- sealed
  created_at integer not null,
  confirmed_at integer,                   -- null until a code of it was entered
  last_step integer not null              -- the latest time step whose code was used; 0: none
) strict, without rowid;

-- Codes that each replace one of the phone once.
create table recovery_codes (
  person_id text not null references people (person_id),
  hash blob not null,                     -- SHA-256
  created_at integer not null,
  used_at integer,
  primary key (person_id, hash)
) strict, without rowid;

-- What signs a user in without a password: keys in a phone, a computer or a stick (WebAuthn).
create table passkeys (
  passkey_id text primary key,
  person_id text not null references people (person_id),
  credential_id text not null unique,     -- as the authenticator named it
  name text not null,
  public_key blob not null,               -- COSE
  counter integer not null,
  transports text not null check (json_valid(transports)),
  is_synced integer not null check (is_synced in (0, 1)),
  created_at integer not null,
  last_used_at integer
) strict, without rowid;
create index passkeys_by_person on passkeys (person_id);

-- Challenges of passkeys that were answered, so that none is twice; they live for five minutes.
create table passkey_challenges (
  hash blob primary key,                  -- SHA-256
  used_at integer not null
) strict, without rowid;
create index passkey_challenges_by_age on passkey_challenges (used_at);

-- Links sent by mail. The address alone is known before sign-up, so no person is named.
create table email_links (
  link_id text primary key,
  kind text not null check (kind in ('sign_up', 'reset')),
  email text not null,
  lookup text not null,
  hash blob not null,
  continue_path text not null,            -- where the person was going, on this service
  created_at integer not null,
  expires_at integer not null,            -- begins anew when the mail was sent
  used_at integer
) strict;
create index email_links_by_lookup on email_links (lookup);
create index email_links_by_email on email_links (email, kind);
create index email_links_by_expiry on email_links (expires_at);
