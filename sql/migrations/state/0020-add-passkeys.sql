-- Passkeys of users, and the challenges that were answered.
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

create table passkey_challenges (
  hash blob primary key,                  -- SHA-256
  used_at integer not null
) strict, without rowid;
create index passkey_challenges_by_age on passkey_challenges (used_at);
