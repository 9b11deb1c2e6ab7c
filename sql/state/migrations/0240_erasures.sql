-- Erasures of people: whom, as numbers and keyed hashes, so that an older backup can be erased from again; and what is under way.
create table erasures (
  erasure_id text primary key,
  workspace_id text not null,
  profile_id text not null,
  public_id text not null,                -- under which the person was published
  members text not null check (json_valid(members)), -- numbers of the customers they were
  named text not null check (json_valid(named)),     -- keyed hashes of their identifiers and browsers
  actor text not null,
  asked_at integer not null,
  work blob,                              -- sealed: what a crash must not lose; null once it is done
  taken_at integer,                       -- from then on state knows nobody, and facts change
  report text check (json_valid(report)), -- counts and totals; null until it is done
  done_at integer
) strict, without rowid;
create index erasures_of_profile on erasures (profile_id, public_id);
create index erasures_under_way on erasures (profile_id) where taken_at is not null and work is not null;

-- What a repeat of an erased fact is known by: keyed hashes of its event id, or of its outcome key and content.
create table erased_facts (
  profile_id text not null,
  fact_hash blob not null,
  seq integer not null,
  primary key (profile_id, fact_hash)
) strict, without rowid;

-- Decisions stay append-only, but for the keys of a person who is being erased.
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
  or old.kind not in ('identifier_added', 'identifier_left_off', 'browser_linked')
  or not exists (select 1 from erasures where erasures.profile_id = old.profile_id and erasures.work is not null)
begin
  select raise(abort, 'decisions are append-only');
end;

create index identifier_claims_of_customer on identifier_claims (profile_id, customer_no);
create index identifiers_left_off_of_customer on identifiers_left_off (profile_id, customer_no);
create index proposal_evidence_of_b on proposal_evidence (profile_id, customer_b);
