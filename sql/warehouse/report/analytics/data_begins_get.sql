-- One row: the first local day of each kind of data; null where there is none. Outcomes may be older than the first visit, as they are loaded
-- from elsewhere; where visits are older, days without an outcome had none.
-- columns: visits_from?, outcomes_from?, spend_from?
with
visits as (
  select min(session_day) as first_day from sessions
),

money as (
  select min(first_day) as first_day
  from (
    select min(converted_day) as first_day from conversions
    union all
    select min(flow_day) from cash_flows
  )
),

bought as (
  select min(spend_day) as first_day from spend_days
)

select
  visits.first_day as visits_from,
  case when money.first_day is null then null else least(visits.first_day, money.first_day) end as outcomes_from,
  bought.first_day as spend_from
from visits
cross join money
cross join bought
