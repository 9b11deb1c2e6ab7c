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

-- What the journal knows of the other stores, so that copies of another age are told from its own: which installation it belongs to, how often
-- its stores were opened, and each segment of the archive by its checksum.

-- One row.
create table installation (
  id text not null,
  opening integer not null
) strict;

-- One row per segment that facts were trimmed for. `next_sha256` is that of the one which is taking its place.
create table segments (
  profile_no integer not null,
  first_seq integer not null,
  last_seq integer not null,
  sha256 text not null,
  next_sha256 text,
  primary key (profile_no, first_seq)
) strict, without rowid;

pragma user_version = 2;

-- A checksum beside each row that figures and seqs rest on: `row_sum` of its `content` here, whose columns are never computed where rows are
-- written. Outcomes of an earlier version have none.

alter table facts add column checksum integer not null default 0;
create view fact_contents as
select
  *,
  concat(
    fact_id, ' ', kind, ' ', schema_version, ' ', received_at, ' ', occurred_at, ' ', trust, ' ', dedupe_hash, ' ', event_type, ' ',
    anonymous_token, ' ', identifier_tokens, ' ', body
  ) as content
from facts;
update facts set checksum = row_sum((select content from fact_contents where fact_contents.fact_id = facts.fact_id));

alter table profiles add column checksum integer not null default 0;
create view profile_contents as
select *, concat(profile_no, ' ', profile_id, ' ', last_seq, ' ', first_kept) as content from profiles;
update profiles set checksum = row_sum((select content from profile_contents where profile_contents.profile_no = profiles.profile_no));

alter table outcomes add column checksum integer;
create view outcome_contents as
select *, concat(profile_no, ' ', lower(hex(outcome_key)), ' ', seq, ' ', lower(hex(content_hash))) as content from outcomes;

pragma user_version = 3;
