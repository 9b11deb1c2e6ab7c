-- The tables of base: master keys known to this folder, profile keys, decisions, cursors and jobs.

-- One row per master key that sealed something here. The check tells a wrong key from a right one and opens nothing.
create table master_keys (
  key_id text primary key,
  key_check blob not null
) strict, without rowid;

-- One row per profile: its own 32 bytes, sealed by the master key (nonce, tag, ciphertext).
create table profile_keys (
  profile_id text primary key,
  key_id text not null references master_keys (key_id),
  sealed_key blob not null
) strict, without rowid;

-- One row per decision, in the order taken; dense per profile, never changed.
create table decisions (
  profile_id text not null,
  decision_no integer not null check (decision_no > 0),
  after_seq integer not null check (after_seq >= 0),
  caused_by_seq integer,
  kind text not null,
  subject text not null,
  payload text not null check (json_valid(payload)),
  actor text not null,
  decided_at integer not null,
  primary key (profile_id, decision_no)
) strict, without rowid;

create trigger decisions_no_update before update on decisions
begin
  select raise(abort, 'decisions are append-only');
end;

create trigger decisions_no_delete before delete on decisions
begin
  select raise(abort, 'decisions are append-only');
end;

-- One row per follower and profile: how far it has come.
create table cursors (
  name text not null,
  profile_id text not null,
  value integer not null,
  primary key (name, profile_id)
) strict, without rowid;

-- One row per job.
create table jobs (
  job_id text not null unique,
  kind text not null,
  profile_id text not null,
  payload text not null check (json_valid(payload)),
  dedupe_key text,
  status text not null check (status in ('waiting', 'running', 'done', 'failed')),
  attempts integer not null default 0,
  max_attempts integer not null check (max_attempts > 0),
  run_at integer not null,
  lease_seconds integer,
  lease_until integer,
  created_at integer not null,
  started_at integer,
  finished_at integer,
  progress text,
  result text,
  error text
) strict;

create unique index jobs_waiting_once on jobs (kind, dedupe_key) where status = 'waiting' and dedupe_key is not null;
create index jobs_due on jobs (run_at) where status in ('waiting', 'running');
create index jobs_of_profile on jobs (profile_id, kind);
