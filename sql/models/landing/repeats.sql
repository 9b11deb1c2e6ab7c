-- One row per fact of the batch that repeats an event id already landed, or earlier in the batch.
-- needs: batch_facts
-- makes: repeats
create temp table repeats as
with named as (
  select seq, dedupe_hash from batch_facts where dedupe_hash is not null
),
firsts as (
  select dedupe_hash, min(seq) as seq from named group by dedupe_hash
),
known as (
  select dedupe_hash, min(seq) as seq from events where dedupe_hash in (select dedupe_hash from firsts) group by dedupe_hash
)
select named.seq, coalesce(known.seq, firsts.seq) as first_seq
from named
join firsts using (dedupe_hash)
left join known using (dedupe_hash)
where named.seq <> firsts.seq or known.seq is not null
