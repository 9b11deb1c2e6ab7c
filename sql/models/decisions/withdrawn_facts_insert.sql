-- One row per range of facts that the batch takes back.
insert into withdrawn_facts
with listed as (
  select unnest(from_json(payload->'ranges', '[["bigint"]]')) as range from batch_decisions where kind = 'facts_withdrawn'
)
select range[1], range[2] from listed
