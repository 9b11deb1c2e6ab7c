-- One row per row of `people`: the person it belongs to, when it was seen, what it did and what it paid in the profile's own currency;
-- `is_foreign` where it paid in another, which `people_cash_get` converts.
with
own as (
  select max(value) as currency from settings where name = 'currency'
),

seen as (
  select person_key, min(first_at) as first_at, max(last_at) as last_at, sum(session)::bigint as session_count
  from (
    select person_key, started_at as first_at, ended_at as last_at, 1 as session from sessions
    union all
    select person_key, occurred_at, occurred_at, 0 from outcomes
  )
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
    sum(cash_flows.amount) filter (where cash_flows.currency = (select currency from own)) as cash_revenue,
    bool_or(cash_flows.currency <> (select currency from own)) as is_foreign
  from cash_flows
  where cash_flows.person_key in (select person_key from people)
  group by cash_flows.person_key
)

select
  people.asked_key,
  people.person_key,
  seen.first_at as first_seen_at,
  seen.last_at as last_seen_at,
  coalesce(seen.session_count, 0) as session_count,
  coalesce(sources.touch_count, 0) as touch_count,
  coalesce(sources.sources, []) as sources,
  coalesce(converted.conversion_count, 0) as conversion_count,
  coalesce(cash.cash_revenue, 0)::decimal(38, 6) as cash_revenue,
  coalesce(cash.is_foreign, false) as is_foreign
from people
left join seen using (person_key)
left join sources using (person_key)
left join converted using (person_key)
left join cash using (person_key)
