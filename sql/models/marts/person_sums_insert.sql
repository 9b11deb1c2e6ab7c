-- One row per person of `summed_people` that was seen or had an outcome: when, what it did, what it paid in
-- the profile's own currency, and what else it was worth (`other_money`).
-- needs: other_money, summed_people
insert into person_sums
with own as (
  select max(value) as currency from settings where name = 'currency'
),
seen as (
  select person_key, min(first_at) as first_at, max(last_at) as last_at, sum(session)::bigint as session_count
  from (
    select person_key, started_at as first_at, ended_at as last_at, 1 as session
    from sessions
    where person_key in (select person_key from summed_people)
    union all
    select person_key, occurred_at, occurred_at, 0
    from outcomes
    where person_key in (select person_key from summed_people)
  )
  group by person_key
),
arrivals as (
  select touches.person_key, origins.source, origins.is_direct, min(touches.touched_at) as first_at, count(*) as touches
  from touches
  join origins using (origin_id)
  where touches.person_key in (select person_key from summed_people)
  group by touches.person_key, origins.source, origins.is_direct
),
arrived as (
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
  where is_counted and person_key in (select person_key from summed_people)
  group by person_key
),
paid as (
  select
    cash_flows.person_key,
    sum(cash_flows.amount) filter (where cash_flows.currency = own.currency) as cash_revenue,
    bool_or(cash_flows.currency <> own.currency) as is_foreign
  from cash_flows
  cross join own
  where cash_flows.person_key in (select person_key from summed_people)
  group by cash_flows.person_key
),
worth as (
  select
    other_money.person_key,
    sum(other_money.amount) filter (where other_money.currency = own.currency) as other_revenue,
    bool_or(other_money.currency <> own.currency) as is_foreign
  from other_money
  cross join own
  group by other_money.person_key
)
select
  person_key,
  seen.first_at,
  seen.last_at,
  coalesce(seen.session_count, 0),
  coalesce(arrived.touch_count, 0),
  coalesce(arrived.sources, []),
  coalesce(converted.conversion_count, 0),
  coalesce(paid.cash_revenue, 0),
  coalesce(worth.other_revenue, 0),
  coalesce(paid.is_foreign, false) or coalesce(worth.is_foreign, false)
from seen
full join arrived using (person_key) -- an ad seen is a touch and no visit
left join converted using (person_key)
left join paid using (person_key)
left join worth using (person_key)
