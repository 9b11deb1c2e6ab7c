-- One row per sale whose sender's clock or time zone is off: most of the sales of its type that no visit precedes have one if all are moved by the same
-- half hours, and any other shift finds few.
-- needs: counted_sales, tried_shifts
-- makes: shifted_sales
create temp table shifted_sales as
with
counted as (
  select event_type, minutes, count(*) as hits from tried_shifts group by all
),

best as (
  select event_type, arg_max(minutes, (hits, -abs(minutes))) as minutes, max(hits) as hits from counted group by event_type
),

-- A visit that is moved by half an hour may still be there.
others as (
  select counted.event_type, sum(counted.hits) / 53.0 as hits
  from counted
  join best using (event_type)
  where abs(counted.minutes - best.minutes) > 30
  group by counted.event_type
),

sales as (
  select event_type, least(count(*), 2000) as sales from counted_sales where is_current group by event_type
),

decided as (
  select best.event_type, best.minutes
  from best
  join sales using (event_type)
  left join others using (event_type)
  where best.hits >= 10 and best.hits >= 0.1 * sales.sales and best.hits > 4 * coalesce(others.hits, 0) + 5
)

select tried_shifts.conversion_no, tried_shifts.event_type, tried_shifts.minutes
from tried_shifts
join decided using (event_type, minutes)
