-- Customers and what belongs to them: current values of the identity decisions, and the only clear personal data there is.
create table customers (
  profile_id text not null,
  customer_no integer not null,           -- number of the decision that created it
  customer_profile_id text not null,      -- its public id
  first_name text,
  last_name text,
  name_trust text check (name_trust in ('server', 'browser')), -- who gave the name: a server's replaces a browser's
  country text,                           -- ISO 3166-1 alpha-2
  created_by_seq integer not null,        -- the fact that created it
  first_seen_at integer not null,         -- occurred_at of its earliest identified fact, microseconds since 1970
  last_seen_at integer not null,          -- … and of its latest
  primary key (profile_id, customer_no)
) strict, without rowid;

create table identifiers (
  profile_id text not null,
  identifier_key integer not null,        -- 62-bit key of "type:token"
  type text not null check (type in ('external_id', 'crm_contact_id', 'national_id', 'email', 'phone')),
  customer_no integer not null,           -- the member it names, never the head of a merge
  value text,                             -- normalised, in clear; null for a national id
  sealed blob,                            -- a national id, encrypted with the profile's key
  decision_no integer not null,
  added_by_seq integer not null,
  primary key (profile_id, identifier_key)
) strict, without rowid;
create index identifiers_of_customer on identifiers (profile_id, customer_no, type, decision_no);

create table browsers (
  profile_id text not null,
  visitor_key integer not null,           -- 62-bit key of the browser's token
  customer_no integer not null,           -- the first link wins and stays
  anonymous_id text,                      -- in clear, when the fact that linked it gave it
  decision_no integer not null,
  linked_by_seq integer not null,
  primary key (profile_id, visitor_key)
) strict, without rowid;
create index browsers_of_customer on browsers (profile_id, customer_no);

-- A merge is an edge; a person is a connected component of active edges.
create table merge_edges (
  profile_id text not null,
  customer_a integer not null,
  customer_b integer not null,
  decision_no integer not null,
  primary key (profile_id, customer_a, customer_b),
  check (customer_a < customer_b)
) strict, without rowid;
create index merge_edges_back on merge_edges (profile_id, customer_b, customer_a);
