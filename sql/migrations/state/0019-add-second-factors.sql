-- Second factors of users, and what opened their sessions.
create table second_factors (
  person_id text primary key references people (person_id),
  secret blob not null,                   -- sealed
  created_at integer not null,
  confirmed_at integer,                   -- null until a code of it was entered
  last_step integer not null              -- the latest time step whose code was used; 0: none
) strict, without rowid;

create table recovery_codes (
  person_id text not null references people (person_id),
  hash blob not null,                     -- SHA-256
  created_at integer not null,
  used_at integer,
  primary key (person_id, hash)
) strict, without rowid;

alter table sessions add column opened_by text;
alter table sessions add column second_factor text;
