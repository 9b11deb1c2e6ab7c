-- One row per change of the clocks of the zone that the batch decides on last.
-- needs: batch_decisions
insert into zone_shifts
with latest as (
  select argMax(payload, decision_no) as payload
  from batch_decisions where kind = 'setting' and JSONExtractString(payload, 'name') = 'timezone'
),
listed as (
  select JSONExtractString(payload, 'value') as zone, arrayJoin(JSONExtract(payload, 'shifts', 'Array(Array(Int64))')) as shift from latest
)
select zone, fromUnixTimestamp64Micro(shift[1] * 1000000, 'UTC'), toInt32(shift[2]) from listed;
