-- What only browsers have said is a claim. A customer that only browsers named holds one identifier until a server names that identifier.
alter table customers add column is_claim integer not null default 0 check (is_claim in (0, 1));
alter table customers add column successor_no integer;  -- the customer that took over everything of this one

-- A link that rests on what a browser typed gives way to one that a server or a link token makes.
alter table browsers add column is_claim integer not null default 0 check (is_claim in (0, 1));

-- Identifiers that a browser named beside the one that links it: it follows the first of them that a server confirms.
create table browser_claims (
  profile_id text not null,
  identifier_key integer not null,
  visitor_key integer not null,
  primary key (profile_id, identifier_key, visitor_key)
) strict, without rowid;
create index browser_claims_of_browser on browser_claims (profile_id, visitor_key);

-- Decisions on an identifier or a browser that later ones replaced: an erasure changes the keys of all of them.
create table superseded_decisions (
  profile_id text not null,
  key integer not null,                   -- identifier_key or visitor_key
  decision_no integer not null,
  path text not null,                     -- where the key is in the decision's payload
  primary key (profile_id, key, decision_no)
) strict, without rowid;

-- Two customers may be joined by a merge and by a claim that was taken over: each edge ends by its own decision.
create table merge_edges_new (
  profile_id text not null,
  customer_a integer not null,
  customer_b integer not null,
  decision_no integer not null,
  primary key (profile_id, customer_a, customer_b, decision_no),
  check (customer_a < customer_b)
) strict, without rowid;
insert into merge_edges_new select profile_id, customer_a, customer_b, decision_no from merge_edges;
drop table merge_edges;
alter table merge_edges_new rename to merge_edges;
create index merge_edges_back on merge_edges (profile_id, customer_b, customer_a);

drop trigger decisions_no_update;
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

create index customers_succeeded on customers (profile_id, successor_no) where successor_no is not null;
