-- One row per fact of the batch that is new: a repeat of an event id already landed, or earlier in the batch, is left out.
create temp table landed as
with batch as (
  select * from batch_facts
),
ranked as (
  select
    *,
    case when dedupe_hash is null then 1
      else row_number() over (partition by dedupe_hash order by seq) end as copy_no
  from batch
)
select * exclude (copy_no)
from ranked
where copy_no = 1
  and (dedupe_hash is null or not exists (select 1 from events where events.dedupe_hash = ranked.dedupe_hash))
