-- The journal's tables. A fact's id is its profile's small number × 2^40 + its seq: appends go to the end of a profile's range,
-- and a profile is read as one range of integers.

-- One row per profile with facts. `first_kept` is the lowest seq not yet trimmed.
create table profiles (
  profile_no integer primary key,
  profile_id text not null unique,
  last_seq integer not null default 0,
  first_kept integer not null default 1
) strict;

-- One row per fact not yet trimmed.
create table facts (
  fact_id integer primary key,
  kind text not null,
  schema_version integer not null,
  received_at integer not null,
  occurred_at integer not null,
  trust text not null,
  dedupe_hash integer,
  event_type text,
  anonymous_token text,
  identifier_tokens text,
  body text not null,
  traits blob
) strict;

create index facts_identified on facts (fact_id) where identifier_tokens is not null or traits is not null;
create index facts_with_traits on facts (fact_id) where traits is not null;

-- One row per outcome key, for ever: trimming does not touch it.
create table outcomes (
  profile_no integer not null,
  outcome_key blob not null check (length(outcome_key) = 16),
  seq integer not null,
  content_hash blob not null check (length(content_hash) = 16),
  primary key (profile_no, outcome_key)
) strict, without rowid;

pragma user_version = 1;
