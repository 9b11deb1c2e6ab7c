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
