-- One row per key of the first touch and number of days, and per number of days for all people together (place 0): what people who were acquired
-- in the period paid in so many days, the day of their first payment included. Of each number of days, only people who are so old count.
-- A person is acquired with the first movement of their cash; their first touch is that of the conversion it belongs to.
-- needs: chosen_origins, converted, day_rates, lacks_rate, money_unit, older_rates
-- columns: key?, cash?, unpriced_currencies?, older_rates?
with
asked as (
  select coalesce($channel, $source, $campaign)::varchar is not null as is_filtered
),

windows as (
  select unnest([30, 60, 90, 180, 365]) as days
),

acquired as (
  select
    person_key,
    min(flow_day) as first_day,
    min_by(payment_seq, (flowed_at, flow_seq, payment_seq)) as payment_seq
  from cash_flows
  group by person_key
  having min(flow_day) between $date_from::date and $date_to::date
),

-- The definition whose credit cash follows is the default one where that counts cash.
acquiring_conversions as (
  select
    acquired.person_key,
    min_by(conversions.conversion_no, (not definitions.is_default, conversions.definition_no)) as conversion_no
  from acquired
  join conversions on conversions.outcome_seq = acquired.payment_seq
  join definitions using (definition_no)
  where conversions.revenue_type = 'cash' and conversions.is_counted
  group by acquired.person_key
),

-- The model of the first touch gives all credit to one touch.
first_touches as (
  select acquiring_conversions.person_key, credit.origin_id
  from acquiring_conversions
  join credit using (conversion_no)
  where credit.first_touch > 0
),

people as (
  select
    acquired.person_key,
    acquired.first_day,
    case $dimension
      when 'channel' then chosen_origins.channel
      when 'source' then chosen_origins.source
      when 'campaign' then chosen_origins.campaign
    end as key
  from acquired
  left join first_touches using (person_key)
  left join chosen_origins using (origin_id)
  where chosen_origins.origin_id is not null or not (select is_filtered from asked)
),

flows as (
  select
    people.person_key,
    cash_flows.flow_day - people.first_day as age,
    coalesce(converted(cash_flows.amount, day_rates.rate), 0) as amount,
    lacks_rate(cash_flows.amount, day_rates.rate) as lacks_rate,
    if(cash_flows.amount <> 0 and day_rates.rate is null, cash_flows.currency, null) as unpriced_currency
  from cash_flows
  join people using (person_key)
  left join day_rates on day_rates.day = cash_flows.flow_day and day_rates.currency is not distinct from cash_flows.currency
  where cash_flows.flow_day - people.first_day < 365
),

-- One row per person and number of days that the person is old enough for.
paid as (
  select
    people.key,
    windows.days,
    people.person_key,
    sum(flows.amount) as cash,
    bool_and(flows.lacks_rate) as lacks_rates
  from people
  cross join windows
  join flows on flows.person_key = people.person_key and flows.age < windows.days
  where people.first_day + windows.days <= $today::date
  group by people.key, windows.days, people.person_key
),

sums as (
  select
    key,
    grouping(key) = 1 as is_total,
    days,
    count(*) as people,
    if(bool_and(lacks_rates), null, sum(cash))::decimal(38, 6) as cash,
    sum(money_unit(cash * 1000000) * money_unit(cash * 1000000)) as squares
  from paid
  group by grouping sets ((key, days), (days))
),

keys as (
  select key, false as is_total, count(*) as acquired from people group by key
  union all
  select null, true, count(*) from people
),

unpriced as (
  select distinct unpriced_currency as currency from flows where unpriced_currency is not null
)

select
  dense_rank() over (order by keys.is_total desc, keys.key is null, keys.acquired desc, keys.key) - 1 as place,
  keys.key,
  keys.acquired,
  windows.days,
  coalesce(sums.people, 0) as people,
  if(sums.people is null, 0, sums.cash)::decimal(38, 6) as cash,
  coalesce(sums.squares, 0) as squares,
  (select list(currency order by currency) from unpriced) as unpriced_currencies,
  (select list({ currency: currency, days: days, oldest: oldest } order by currency) from older_rates) as older_rates
from keys
cross join windows
left join sums on sums.is_total = keys.is_total and sums.key is not distinct from keys.key and sums.days = windows.days
order by place, windows.days
