-- One row per ad account that reported in the last 30 days: its last day, and how far the days of the last 28 moved since they were first read.
with
today as (
  select $now::timestamp + to_seconds(arg_max(shift_seconds, from_at)) as moment from zone_shifts where from_at <= $now::timestamp
),

day_sums as (
  select platform, account_id, spend_day, seq, sum(coalesce(spend, 0)) as spend
  from spend_facts
  where
    spend_day between (select moment from today)::date - 28 and (select moment from today)::date
    and seq not in (select seq from withdrawn_facts)
  group by all
),

moved as (
  select
    platform,
    account_id,
    sum(abs(last_spend - first_spend)) as moved,
    sum(first_spend) as first_spend
  from (
    select platform, account_id, spend_day, arg_min(spend, seq) as first_spend, arg_max(spend, seq) as last_spend
    from day_sums
    -- The first reading of a day may be before it ended.
    group by all
  )
  where spend_day < (select moment from today)::date - 2
  group by all
)

select
  spend_days.platform,
  spend_days.account_id,
  max(spend_days.spend_day) as last_day,
  date_diff('day', max(spend_days.spend_day), any_value(today.moment)::date)::integer as days_ago,
  any_value(hour(today.moment))::integer as hour_of_day,
  coalesce(any_value(moved.moved), 0)::double as moved,
  coalesce(any_value(moved.first_spend), 0)::double as first_spend
from spend_days
cross join today
left join moved using (platform, account_id)
group by spend_days.platform, spend_days.account_id
having max(spend_days.spend_day) >= any_value(today.moment)::date - 30
order by spend_days.platform, spend_days.account_id
