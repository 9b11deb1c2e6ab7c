-- One row per key of the first touch and number of days, and per number of days for all people together (place 0): what people who were acquired
-- in the period paid in so many days, the day of their first payment included. Of each number of days, only people who are so old count.
-- A person is acquired with the first movement of their cash; their first touch is that of the conversion it belongs to.
-- needs: chosen_origins, day_rates, older_rates
with
(money, rate) -> cast(multiIf(
  rate = 1, toDecimal128(money, 6),
  rate >= 0.5, round(money * toDecimal128(rate, 9), 6),
  rate < 0.5, round(money * least(rate, toDecimal128(0.5, 18)), 6),
  null
), 'Nullable(Decimal(28, 6))') as converted,

(money, rate) -> cast(
  multiIf(money is null, null, rate is not null, false, money <> 0, true, null), 'Nullable(Bool)'
) as lacks_rate,

(millionths) -> least(
  greatest(intDiv(toInt128(round(millionths, -2)), 100), toInt128(-10000000000000000)), toInt128(10000000000000000)
) as money_unit,

coalesce({channel:Nullable(String)}, {source:Nullable(String)}, {campaign:Nullable(String)}) is not null as is_filtered,

windows as (
  select arrayJoin([30, 60, 90, 180, 365]) as days
),

acquired as (
  select
    person_key,
    min(flow_day) as first_day,
    argMin(payment_seq, (flowed_at, flow_seq, payment_seq)) as first_payment
  from cash_flows
  group by person_key
  having min(flow_day) between {date_from:Date32} and {date_to:Date32}
),

-- The definition whose credit cash follows is the default one where that counts cash.
acquiring_conversions as (
  select
    acquired.person_key as person_key,
    argMin(conversions.conversion_no, (not definitions.is_default, conversions.definition_no)) as acquiring_no
  from acquired
  join conversions on conversions.outcome_seq = acquired.first_payment
  join definitions on definitions.definition_no = conversions.definition_no
  where conversions.revenue_type = 'cash' and conversions.is_counted
  group by acquired.person_key
),

-- The model of the first touch gives all credit to one touch.
first_touches as (
  select acquiring_conversions.person_key as person_key, credit.origin_id as origin_id
  from acquiring_conversions
  join credit on credit.conversion_no = acquiring_conversions.acquiring_no
  where credit.first_touch > 0
),

people as (
  select
    acquired.person_key as person_key,
    acquired.first_day as first_day,
    cast(multiIf(
      {dimension:String} = 'channel', chosen_origins.channel,
      {dimension:String} = 'source', chosen_origins.source,
      chosen_origins.campaign
    ), 'Nullable(String)') as key
  from acquired
  left join first_touches on first_touches.person_key = acquired.person_key
  left join chosen_origins on chosen_origins.origin_id = first_touches.origin_id
  where chosen_origins.origin_id is not null or not is_filtered
),

flows as (
  select
    people.key as key,
    people.person_key as person_key,
    people.first_day as first_day,
    dateDiff('day', people.first_day, cash_flows.flow_day) as age,
    coalesce(converted(cash_flows.amount, day_rates.rate), toDecimal128(0, 6)) as amount,
    lacks_rate(cash_flows.amount, day_rates.rate) as is_unpriced,
    if(cash_flows.amount <> 0 and day_rates.rate is null, cast(cash_flows.currency, 'Nullable(String)'), null) as unpriced_currency
  from cash_flows
  join people on people.person_key = cash_flows.person_key
  left join day_rates
    on day_rates.day = cash_flows.flow_day and day_rates.currency <=> cast(cash_flows.currency, 'Nullable(String)')
  where dateDiff('day', people.first_day, cash_flows.flow_day) < 365
),

-- One row per person and number of days that the person is old enough for.
paid as (
  select
    flows.key as key,
    windows.days as days,
    flows.person_key as person_key,
    sum(flows.amount) as cash,
    min(flows.is_unpriced) as lacks_rates
  from flows
  cross join windows
  where flows.age < windows.days and dateDiff('day', flows.first_day, {today:Date32}) >= windows.days
  group by flows.key, windows.days, flows.person_key
),

sums as (
  select
    key,
    false as is_total,
    days,
    count() as people,
    if(coalesce(min(lacks_rates), false), null, sum(cash)) as cash_sum,
    toInt128(sum(money_unit(cash * 1000000) * money_unit(cash * 1000000))) as squares
  from paid
  group by key, days
  union all
  select
    null,
    true,
    days,
    count(),
    if(coalesce(min(lacks_rates), false), null, sum(cash)),
    toInt128(sum(money_unit(cash * 1000000) * money_unit(cash * 1000000)))
  from paid
  group by days
),

keys as (
  select key, false as is_total, count() as acquired from people group by key
  union all
  select null, true, count() from people
),

unpriced as (
  select distinct unpriced_currency as currency from flows where unpriced_currency is not null
)

select
  toInt64(dense_rank() over (order by keys.is_total desc, keys.key is null, keys.acquired desc, keys.key)) - 1 as place,
  keys.key as key,
  toInt64(keys.acquired) as acquired,
  toInt32(windows.days) as days,
  toInt64(coalesce(sums.people, 0)) as people,
  cast(if(sums.people is null, toDecimal128(0, 6), sums.cash_sum), 'Nullable(Decimal(38, 6))') as cash,
  cast(coalesce(sums.squares, toInt128(0)), 'Int128') as squares,
  (select arraySort(groupArray(assumeNotNull(currency))) from unpriced) as unpriced_currencies,
  (
    select arraySort(groupArray(cast((currency, days, oldest), 'Tuple(currency Nullable(String), days Int32, oldest Int32)')))
    from older_rates
  ) as older_rates
from keys
cross join windows
left join sums on sums.is_total = keys.is_total and sums.key <=> keys.key and sums.days = windows.days
order by place, windows.days;
