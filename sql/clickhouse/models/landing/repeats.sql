-- One row per fact of the batch that repeats an event id already landed, or earlier in the batch.
-- needs: batch_facts
-- makes: repeats
create table repeats engine = Memory as
with firsts as (
  select dedupe_hash, min(seq) as first_seq from batch_facts where dedupe_hash is not null group by dedupe_hash having count() > 1
)
select batch_facts.seq as seq, firsts.first_seq as first_seq
from batch_facts
join firsts on firsts.dedupe_hash = batch_facts.dedupe_hash
where batch_facts.seq <> firsts.first_seq;
