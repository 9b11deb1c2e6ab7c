-- One row per master key that sealed something here. The check distinguishes a wrong key from a right one and opens nothing.
create table master_keys (
  key_id text primary key,
  key_check blob not null
) strict, without rowid;

-- One row per master key that was replaced: it opens backups and links of its time, and nothing in this folder.
create table earlier_master_keys (
  key_id text primary key,
  sealed_key blob not null,               -- sealed by the master key
  replaced_at integer not null
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
  -- The checksum of the other columns; null for a decision of an earlier version.
  checksum integer,
  primary key (profile_id, decision_no)
) strict, without rowid;

create trigger decisions_no_delete before delete on decisions
when exists (select 1 from profile_keys where profile_keys.profile_id = old.profile_id)
begin
  select raise(abort, 'decisions are append-only');
end;

create trigger decisions_no_update before update on decisions
when new.profile_id <> old.profile_id
  or new.decision_no <> old.decision_no
  or new.after_seq <> old.after_seq
  or new.caused_by_seq is not old.caused_by_seq
  or new.kind <> old.kind
  or new.subject <> old.subject
  or new.actor <> old.actor
  or new.decided_at <> old.decided_at
  or old.kind not in ('identifier_added', 'identifier_moved', 'identifier_left_off', 'browser_linked', 'browser_relinked')
  or not exists (select 1 from erasures where erasures.profile_id = old.profile_id and erasures.work is not null)
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

-- One row per job. The number of each lease fences its worker; a key limits what runs at once or keeps an order; what failed says why.
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
  error text,
  lease_no integer not null default 0,
  concurrency_key text,
  is_ordered integer not null default 0,
  is_mandatory integer not null default 0,
  failure text
  check (failure in ('attempts_used', 'refused', 'payload_invalid', 'handler_missing', 'worker_lost'))
) strict;
create unique index jobs_waiting_once on jobs (kind, dedupe_key) where status = 'waiting' and dedupe_key is not null;
create index jobs_of_profile on jobs (profile_id, kind);
create index jobs_of_kind on jobs (kind, run_at) where status in ('waiting', 'running');
create index jobs_of_key on jobs (concurrency_key) where status in ('waiting', 'running') and concurrency_key is not null;
create index jobs_failed on jobs (kind) where status = 'failed';
create index jobs_of_dedupe_key on jobs (kind, dedupe_key) where dedupe_key is not null;

-- One row: which installation this is, how often its stores were opened together, and the opening that has just begun. The journal carries
-- the same: two that are not of one moment are told by it. The file of the ledger has an id and openings of its own.
create table installation (
  id text not null,
  opening integer not null,
  next_opening integer,
  ledger_id text,                         -- null before a ledger was opened
  ledger_opening integer
) strict;
insert into installation (id, opening) values (lower(hex(randomblob(16))), 0);

-- One row: the hash of the schema that this file was made with (src/base/state/schema.ts).
create table schema_version (
  hash text not null,
  created_at integer not null
) strict;

-- The plan of an operation at an outside service: planned in one transaction, applied by a job, ended with an answer or an error.
create table intents (
  intent_id text not null primary key,
  operation text not null,
  workspace_id text,
  -- The hash of credential, operation and idempotency key.
  call_key blob unique,
  request_hash blob,
  -- Sealed.
  intent blob not null,
  status text not null check (status in ('planned', 'applying', 'done', 'failed')),
  -- Sealed; the answer, or the error.
  outcome blob,
  created_at integer not null,
  ended_at integer
) strict;
create index intents_ended on intents (ended_at) where ended_at is not null;
create index intents_of_workspace on intents (workspace_id);

-- One row per profile that leaves this installation, has left it, or arrives in it. Nothing is accepted for it meanwhile.
create table profile_moves (
  profile_id text primary key,
  status text not null check (status in ('leaving', 'left', 'released', 'arriving')),
  -- The installation that may take it, the only one; of an arrival the one that it left.
  other_installation text not null,
  address text,             -- where senders find it, as the operator says
  sealed_key blob,          -- the key of the file, sealed with the master key; null of an arrival
  contents text,            -- digests of what the file contains, from `left` on
  file text,
  changed_at integer not null
) strict, without rowid;

-- One row per file beside the stores that must be in the folder: the last version that its owner wrote, which it contains itself.
create table kept_files (
  name text primary key,
  version integer not null,
  written_at integer not null
) strict, without rowid;

-- One row per file that was lost, damaged or replaced and that the service could do without: `status` names it until an operator accepts it.
create table store_losses (
  loss_no integer primary key,
  store text not null check (store in ('ledger', 'sandbox', 'clock', 'short_lived')),
  what text not null,
  found_at integer not null,
  announced integer,                      -- deliveries that were announced again after the loss of a ledger; null until they were
  accepted_at integer
) strict;
create index store_losses_open on store_losses (loss_no) where accepted_at is null;
