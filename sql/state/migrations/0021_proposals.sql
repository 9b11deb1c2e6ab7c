-- What the evidence suggests but does not prove: pairs that may be one person, claims that wait, evidence left off.
create table proposals (
  profile_id text not null,
  customer_a integer not null,            -- the older of the two
  customer_b integer not null,
  status text not null default 'open' check (status in ('open', 'merged', 'dismissed', 'snoozed')),
  first_seq integer not null,             -- the fact that opened it
  last_seq integer not null,              -- the last fact that spoke for it
  primary key (profile_id, customer_a, customer_b),
  check (customer_a < customer_b)
) strict, without rowid;

create table proposal_evidence (
  profile_id text not null,
  customer_a integer not null,
  customer_b integer not null,
  kind text not null check (kind in ('same_fact', 'shared_browser', 'browser_claim')),
  type text not null,                     -- type of the identifier, or anonymous_id
  identifier_key integer not null,        -- or visitor_key
  first_seq integer not null,
  last_seq integer not null,
  times integer not null default 1,
  primary key (profile_id, customer_a, customer_b, kind, identifier_key)
) strict, without rowid;

-- A browser claimed an identifier for a customer it may not change; it speaks once somebody holds that identifier.
create table identifier_claims (
  profile_id text not null,
  identifier_key integer not null,
  customer_no integer not null,
  type text not null,
  first_seq integer not null,
  last_seq integer not null,
  times integer not null default 1,
  primary key (profile_id, identifier_key, customer_no)
) strict, without rowid;

-- Evidence that would have broken a limit: one decision at the first time, counted from then on.
create table identifiers_left_off (
  profile_id text not null,
  identifier_key integer not null,
  customer_no integer not null,
  type text not null,
  reason text not null,
  first_seq integer not null,
  last_seq integer not null,
  times integer not null default 1,
  primary key (profile_id, identifier_key, customer_no)
) strict, without rowid;
