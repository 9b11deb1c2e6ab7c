-- One row per person of `summed_people` that was seen or had an outcome: when, what it did, what it paid in
-- the profile's own currency, and what else it was worth (`other_money`).
-- needs: other_money, summed_people
insert into person_sums
with
(select max(toNullable(value)) from settings where name = 'currency') as own_currency,
seen as (
  select person_key, toNullable(min(first_at)) as first_at, toNullable(max(last_at)) as last_at, toNullable(sum(session)) as session_count
  from (
    select person_key, started_at as first_at, ended_at as last_at, 1 as session from sessions where person_key in (select person_key from summed_people)
    union all
    select person_key, occurred_at, occurred_at, 0 from outcomes where person_key in (select person_key from summed_people)
  ) as sightings
  group by person_key
),
arrivals as (
  select touches.person_key as person_key, origins.source as source, origins.is_direct as is_direct, min(touches.touched_at) as first_at, count() as touches
  from touches
  join origins using (origin_id)
  where touches.person_key in (select person_key from summed_people)
  group by person_key, source, is_direct
),
arrived as (
  select
    person_key,
    arrayMap(pair -> pair.2, arraySort(groupArrayIf((first_at, source), not is_direct))) as sources,
    toNullable(sum(touches)) as touch_count
  from arrivals
  group by person_key
),
converted as (
  select person_key, toNullable(uniqExact(outcome_seq)) as conversion_count
  from conversions
  where is_counted and person_key in (select person_key from summed_people)
  group by person_key
),
paid as (
  select
    person_key,
    sumOrNullIf(toDecimal128(amount, 6), currency = own_currency) as cash_revenue,
    toNullable(countIf(currency <> own_currency) > 0) as is_foreign
  from cash_flows
  where person_key in (select person_key from summed_people)
  group by person_key
),
worth as (
  select
    person_key,
    sumOrNullIf(toDecimal128(amount, 6), currency = own_currency) as other_revenue,
    toNullable(countIf(currency <> own_currency) > 0) as is_foreign
  from other_money
  group by person_key
),
-- Who was seen or has arrived: a full join gives no key of its own here where one side is missing.
everybody as (
  select person_key from seen
  union distinct
  select person_key from arrived
)
select
  everybody.person_key,
  seen.first_at,
  seen.last_at,
  coalesce(seen.session_count, 0),
  coalesce(arrived.touch_count, 0),
  arrived.sources,
  coalesce(converted.conversion_count, 0),
  coalesce(paid.cash_revenue, toDecimal128(0, 6)),
  coalesce(worth.other_revenue, toDecimal128(0, 6)),
  coalesce(paid.is_foreign, false) or coalesce(worth.is_foreign, false)
from everybody
left join seen on seen.person_key = everybody.person_key
left join arrived on arrived.person_key = everybody.person_key
left join converted on converted.person_key = everybody.person_key
left join paid on paid.person_key = everybody.person_key
left join worth on worth.person_key = everybody.person_key;
