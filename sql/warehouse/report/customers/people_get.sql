-- One row per row of `people`: the person it belongs to, when it was seen, what it did and what it paid.
with
visits as (
  select person_key, min(started_at) as first_at, max(ended_at) as last_at, count(*) as session_count
  from sessions
  where person_key in (select person_key from people)
  group by person_key
),

doings as (
  select person_key, min(occurred_at) as first_at, max(occurred_at) as last_at
  from outcomes
  where person_key in (select person_key from people)
  group by person_key
),

arrivals as (
  select touches.person_key, origins.source, origins.is_direct, min(touches.touched_at) as first_at, count(*) as touches
  from touches
  join origins using (origin_id)
  where touches.person_key in (select person_key from people)
  group by touches.person_key, origins.source, origins.is_direct
),

sources as (
  select
    person_key,
    list(source order by first_at, source) filter (where not is_direct) as sources,
    sum(touches)::bigint as touch_count
  from arrivals
  group by person_key
),

converted as (
  select person_key, count(distinct outcome_seq) as conversion_count
  from conversions
  where is_counted and person_key in (select person_key from people)
  group by person_key
),

cash as (
  select
    cash_flows.person_key,
    sum(converted(cash_flows.amount, day_rates.rate)) as cash_revenue,
    list(distinct cash_flows.currency) filter (where day_rates.rate is null) as unpriced
  from cash_flows
  left join day_rates on day_rates.day = cash_flows.flow_day and day_rates.currency is not distinct from cash_flows.currency
  where cash_flows.person_key in (select person_key from people)
  group by cash_flows.person_key
)

select
  people.asked_key,
  people.person_key,
  least(visits.first_at, doings.first_at) as first_seen_at,
  greatest(visits.last_at, doings.last_at) as last_seen_at,
  coalesce(visits.session_count, 0) as session_count,
  coalesce(sources.touch_count, 0) as touch_count,
  coalesce(sources.sources, []) as sources,
  coalesce(converted.conversion_count, 0) as conversion_count,
  coalesce(cash.cash_revenue, 0)::decimal(38, 6) as cash_revenue,
  coalesce(cash.unpriced, []) as unpriced_currencies
from people
left join visits using (person_key)
left join doings using (person_key)
left join sources using (person_key)
left join converted using (person_key)
left join cash using (person_key)
