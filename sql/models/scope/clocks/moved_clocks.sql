-- One row per stretch of time in which the decisions of the batch have moved the clocks, with what they show now; the last one has no end.
-- needs: clocks_before
-- makes: moved_clocks
create temp table moved_clocks as
with edges as (
  select from_at from clocks_before
  union
  select from_at from zone_shifts
),
stretches as (
  select from_at, lead(from_at) over (order by from_at) as until_at from edges
)
select stretches.from_at, coalesce(stretches.until_at, timestamp '9999-01-01') as until_at, zone_shifts.shift_seconds
from stretches
asof left join clocks_before on stretches.from_at >= clocks_before.from_at
asof left join zone_shifts on stretches.from_at >= zone_shifts.from_at
where clocks_before.shift_seconds is distinct from zone_shifts.shift_seconds
