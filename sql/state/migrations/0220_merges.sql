-- The queue of pairs to decide on, and what was decided. A proposal names two customers for good; whose persons they are now moves
-- with every merge and undo, so that pairs within one person, or between persons told apart already, are known by a comparison.
alter table proposals add column head_a integer not null default 0;       -- person of customer_a: its oldest member
alter table proposals add column head_b integer not null default 0;
alter table proposals add column person_low integer generated always as (min(head_a, head_b)) virtual;
alter table proposals add column person_high integer generated always as (max(head_a, head_b)) virtual;
alter table proposals add column score integer not null default 0;        -- thousandths
alter table proposals add column match_score integer not null default 0;  -- thousandths: what the proposer found
alter table proposals add column match_reasons text not null default '[]' check (json_valid(match_reasons)); -- codes
alter table proposals add column opened_at integer not null default 0;    -- milliseconds since 1970
alter table proposals add column snoozed_until integer;
alter table proposals add column decided_at integer;
alter table proposals add column decided_by text;
update proposals set head_a = customer_a, head_b = customer_b;
create index proposals_by_score on proposals (profile_id, score desc, customer_a, customer_b);
create index proposals_of_b on proposals (profile_id, customer_b);
create index proposals_of_persons on proposals (profile_id, person_low, person_high, status);
create index proposals_of_high on proposals (profile_id, person_high);

-- One row per merge ever made: the decision that added its edge, and the one that took it away.
create table merges (
  profile_id text not null,
  merge_no integer not null,              -- number of the decision that added the edge
  customer_a integer not null,
  customer_b integer not null,
  into_customer_no integer not null,      -- the person that stayed, as it was called then
  merged_customer_no integer not null,    -- the person that went into it; the same when they were one already
  merged_at integer not null,
  merged_by text not null,
  undo_no integer,                        -- number of the decision that took the edge away
  undone_at integer,
  undone_by text,
  primary key (profile_id, merge_no)
) strict, without rowid;
create index merges_of_a on merges (profile_id, customer_a, customer_b);
create index merges_of_b on merges (profile_id, customer_b);
