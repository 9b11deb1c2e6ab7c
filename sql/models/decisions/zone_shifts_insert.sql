-- One row per change of the clocks of the zone that the batch decides on last.
-- needs: batch_decisions
insert into zone_shifts
with latest as (
  select arg_max(payload, decision_no) as payload from batch_decisions where kind = 'setting' and (payload->>'name') = 'timezone'
),
listed as (
  select payload->>'value' as zone, unnest(from_json(payload->'shifts', '[["bigint"]]')) as shift from latest
)
select zone, make_timestamp(shift[1] * 1000000), shift[2]::integer from listed order by shift[1]
