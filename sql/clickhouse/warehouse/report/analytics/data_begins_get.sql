-- One row: the first local day of each kind of data; null where there is none. Outcomes may be older than the first visit, as they are loaded
-- from elsewhere; where visits are older, days without an outcome had none.
with
visits as (
  select minOrNull(session_day) as first_day from sessions
),

money as (
  select minOrNull(first_day) as first_day
  from (
    select minOrNull(converted_day) as first_day from conversions
    union all
    select minOrNull(flow_day) from cash_flows
  )
),

bought as (
  select minOrNull(spend_day) as first_day from spend_days
)

select
  visits.first_day as visits_from,
  multiIf(money.first_day is null, null, visits.first_day is null, money.first_day, least(visits.first_day, money.first_day)) as outcomes_from,
  bought.first_day as spend_from
from visits
cross join money
cross join bought;
