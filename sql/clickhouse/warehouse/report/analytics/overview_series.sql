-- One row per bucket of days (day, week, month, or periods of $period_days): every figure of the overview.
-- Session figures follow the session's origin, outcomes and money the credited touch. Shares are millionths.
-- needs: chosen_model, chosen_origins, chosen_spend, day_rates, older_rates, spend_coverage, touch_places
with
(value, asked) -> multiIf(
  startsWith(asked, '='), coalesce(value = substring(asked, 2), false),
  startsWith(asked, '!'), value is distinct from substring(asked, 2),
  coalesce(value, '') in ('', '(none)', '(unknown)')
) as passes,

(money, rate) -> cast(multiIf(
  rate = 1, toDecimal128(money, 6),
  rate >= 0.5, round(money * toDecimal128(rate, 9), 6),
  rate < 0.5, round(money * least(rate, toDecimal128(0.5, 18)), 6),
  null
), 'Nullable(Decimal(28, 6))') as converted,

(money, rate) -> cast(
  multiIf(money is null, null, rate is not null, false, money <> 0, true, null), 'Nullable(Bool)'
) as lacks_rate,

(total, lacks_all) -> cast(
  if(coalesce(lacks_all, false), null, coalesce(total, toDecimal128(0, 6))), 'Nullable(Decimal(38, 6))'
) as known_sum,

(millionths) -> least(
  greatest(intDiv(toInt128(round(millionths, -2)), 100), toInt128(-10000000000000000)), toInt128(10000000000000000)
) as money_unit,

coalesce(
  {channel:Nullable(String)}, {source:Nullable(String)}, {medium:Nullable(String)}, {campaign:Nullable(String)},
  {device:Nullable(String)}, {country:Nullable(String)}
) is not null as is_filtered,

coalesce(
  {channel:Nullable(String)}, {source:Nullable(String)}, {medium:Nullable(String)}, {campaign:Nullable(String)}
) is null as is_any_origin,

(select assumeNotNull(model) from chosen_model) as model,

calendar as (
  select
    day,
    cast(multiIf(
      {interval:String} = 'day', day,
      {interval:String} = 'week', subtractDays(day, toDayOfWeek(day) - 1),
      {interval:String} = 'month', subtractDays(day, toDayOfMonth(day) - 1),
      addDays(
        {date_from:Date32},
        intDiv(dateDiff('day', {date_from:Date32}, day), {period_days:Int64}) * {period_days:Int64}
      )
    ), 'Date32') as bucket
  from (
    select {date_from:Date32} + arrayJoin(range(toUInt64(dateDiff('day', {date_from:Date32}, {date_to:Date32}) + 1))) as day
  )
),

chosen_sessions as (
  select session_day as day, person_key, page_views, is_bounce, engaged_ms
  from sessions
  where
    session_day between {date_from:Date32} and {date_to:Date32}
    and ({device:Nullable(String)} is null or passes(device, {device:Nullable(String)}))
    and ({country:Nullable(String)} is null or passes(country, {country:Nullable(String)}))
    and (is_any_origin or origin_id in (select origin_id from chosen_origins))
),

visits as (
  select
    calendar.bucket as bucket,
    toInt64(sum(chosen_sessions.page_views)) as pageviews,
    toInt64(count()) as sessions,
    toInt64(countIf(chosen_sessions.is_bounce)) as bounces,
    toInt64(sum(chosen_sessions.engaged_ms)) as engaged_ms,
    toInt64(uniqExact(chosen_sessions.person_key)) as visitors
  from chosen_sessions
  join calendar on calendar.day = chosen_sessions.day
  group by calendar.bucket
),

counted as (
  select
    conversions.conversion_no as conversion_no,
    conversions.converted_day as day,
    conversions.is_attributed as is_attributed,
    coalesce(converted(conversions.net_amount, day_rates.rate), toDecimal128(0, 6)) as amount,
    coalesce(
      if(conversions.net_amount is null, toDecimal128(0, 6), converted(conversions.refunded_amount, day_rates.rate)), toDecimal128(0, 6)
    ) as refunded,
    conversions.person_key as person_key,
    cast(conversions.currency, 'Nullable(String)') as currency,
    lacks_rate(conversions.net_amount, day_rates.rate) as is_unpriced
  from conversions
  left join day_rates
    on day_rates.day = conversions.converted_day and day_rates.currency <=> cast(conversions.currency, 'Nullable(String)')
  where
    conversions.definition_no in (select definition_no from definitions where is_default and is_active)
    and conversions.is_counted
    and conversions.converted_day between {date_from:Date32} and {date_to:Date32}
),

flows as (
  select
    cash_flows.payment_seq as payment_seq,
    cash_flows.flow_day as day,
    cash_flows.kind as kind,
    cash_flows.person_key as person_key,
    coalesce(converted(cash_flows.amount, day_rates.rate), toDecimal128(0, 6)) as amount,
    cast(cash_flows.currency, 'Nullable(String)') as currency,
    lacks_rate(cash_flows.amount, day_rates.rate) as is_unpriced
  from cash_flows
  left join day_rates on day_rates.day = cash_flows.flow_day and day_rates.currency <=> cast(cash_flows.currency, 'Nullable(String)')
  where cash_flows.flow_day between {date_from:Date32} and {date_to:Date32}
),

-- Whose credit a movement of cash follows: its first payment's, under the default definition where that counts cash.
paying_conversions as (
  select
    conversions.outcome_seq as payment_seq,
    argMin(conversions.conversion_no, (not definitions.is_default, conversions.definition_no)) as conversion_no
  from conversions
  join definitions on definitions.definition_no = conversions.definition_no
  where
    is_filtered
    and conversions.revenue_type = 'cash'
    and conversions.is_counted
    and conversions.outcome_seq in (select payment_seq from flows)
  group by conversions.outcome_seq
),

chosen_weights as (
  select
    credit.conversion_no as conversion_no,
    toInt64(multiIf(
      model = 'first_touch', credit.first_touch,
      model = 'last_touch', credit.last_touch,
      model = 'last_non_direct', credit.last_non_direct,
      model = 'first_paid', credit.first_paid,
      model = 'last_paid', credit.last_paid,
      model = 'linear', credit.linear,
      model = 'position_based', credit.position_based,
      model = 'time_decay', credit.time_decay,
      model = 'data_driven', credit.data_driven,
      0
    )) as weight,
    chosen_origins.is_paid as is_paid
  from credit
  join chosen_origins on chosen_origins.origin_id = credit.origin_id
  left join touch_places on touch_places.touch_seq = credit.touch_seq and touch_places.is_synthetic = credit.is_synthetic
  where
    credit.conversion_no in (select conversion_no from counted union distinct select conversion_no from paying_conversions)
    and weight > 0
    and ({device:Nullable(String)} is null or passes(touch_places.device, {device:Nullable(String)}))
    and ({country:Nullable(String)} is null or passes(touch_places.country, {country:Nullable(String)}))
),

counted_by_bucket as (
  select
    calendar.bucket as bucket,
    toInt64(count()) * 1000000 as outcome_millionths,
    toInt64(countIf(counted.is_attributed)) * 1000000 as attributed_millionths,
    sum(counted.amount) * 1000000 as revenue_millionths,
    sum(counted.refunded) * 1000000 as refunded_millionths,
    min(counted.is_unpriced) as lacks_rates
  from counted
  join calendar on calendar.day = counted.day
  group by calendar.bucket
),

credited_by_bucket as (
  select
    calendar.bucket as bucket,
    toInt64(sum(chosen_weights.weight)) as outcome_millionths,
    toInt64(sumIf(chosen_weights.weight, counted.is_attributed)) as attributed_millionths,
    sum(counted.amount * chosen_weights.weight) as revenue_millionths,
    sum(counted.refunded * chosen_weights.weight) as refunded_millionths,
    sumOrNullIf(counted.amount * chosen_weights.weight, chosen_weights.is_paid) as paid_revenue_millionths,
    min(counted.is_unpriced) as lacks_rates,
    minIf(counted.is_unpriced, chosen_weights.is_paid) as paid_lacks_rates
  from chosen_weights
  join counted on counted.conversion_no = chosen_weights.conversion_no
  join calendar on calendar.day = counted.day
  group by calendar.bucket
),

-- Without a filter all cash counts, credited or not; under one it follows its conversion's credit.
weighed_flows as (
  select day, kind, person_key, amount, is_unpriced, toInt64(1000000) as weight from flows where not is_filtered
  union all
  select
    flows.day as day, flows.kind as kind, flows.person_key as person_key, flows.amount as amount, flows.is_unpriced as is_unpriced,
    chosen_weights.weight as weight
  from flows
  join paying_conversions on paying_conversions.payment_seq = flows.payment_seq
  join chosen_weights on chosen_weights.conversion_no = paying_conversions.conversion_no
  where is_filtered
),

cash_by_bucket as (
  select
    calendar.bucket as bucket,
    sum(weighed_flows.amount * weighed_flows.weight) as cash_millionths,
    -sumIf(weighed_flows.amount * weighed_flows.weight, weighed_flows.kind = 'refund') as returned_millionths,
    min(weighed_flows.is_unpriced) as lacks_rates,
    toInt64(sumIf(weighed_flows.weight, weighed_flows.kind <> 'refund')) as payment_millionths
  from weighed_flows
  join calendar on calendar.day = weighed_flows.day
  group by calendar.bucket
),

-- How unequal people are, asked with intervals: of each person's share of a figure the square. Money is in units of 10^-4 here, at most
-- 10^12 a person, so that squares are exact integers and sums of them have room.
person_outcomes as (
  select
    calendar.bucket as bucket,
    outcomes.person_key as person_key,
    toInt128(sum(outcomes.weight)) as outcomes,
    toInt128(sumIf(outcomes.weight, outcomes.is_attributed)) as attributed,
    money_unit(sum(outcomes.amount * outcomes.weight)) as revenue,
    money_unit(sum(outcomes.amount * outcomes.paid_weight))
      as paid_revenue
  from (
    select day, person_key, is_attributed, amount, toInt64(1000000) as weight, toInt64(0) as paid_weight
    from counted
    where {asks_spread:Bool} and not is_filtered
    union all
    select
      counted.day as day,
      counted.person_key as person_key,
      counted.is_attributed as is_attributed,
      counted.amount as amount,
      if(is_filtered, chosen_weights.weight, toInt64(0)) as weight,
      if(chosen_weights.is_paid, chosen_weights.weight, toInt64(0)) as paid_weight
    from chosen_weights
    join counted on counted.conversion_no = chosen_weights.conversion_no
    where {asks_spread:Bool}
  ) as outcomes
  join calendar on calendar.day = outcomes.day
  group by calendar.bucket, outcomes.person_key
),

person_cash as (
  select
    calendar.bucket as bucket,
    weighed_flows.person_key as person_key,
    money_unit(sum(weighed_flows.amount * weighed_flows.weight)) as cash,
    toInt128(sumIf(weighed_flows.weight, weighed_flows.kind <> 'refund')) as payments
  from weighed_flows
  join calendar on calendar.day = weighed_flows.day
  where {asks_spread:Bool}
  group by calendar.bucket, weighed_flows.person_key
),

spread_by_bucket as (
  select
    bucket,
    sum(outcomes * outcomes) as outcome_squares,
    sum(attributed * attributed) as attributed_squares,
    sum(attributed * outcomes) as attributed_products,
    sum(revenue * revenue) as revenue_squares,
    sum(paid_revenue * paid_revenue) as paid_revenue_squares
  from person_outcomes
  group by bucket
),

cash_spread_by_bucket as (
  select bucket, sum(cash * cash) as cash_squares, sum(payments * payments) as payment_squares
  from person_cash
  group by bucket
),

unpriced_by_bucket as (
  select calendar.bucket as bucket, groupUniqArray(assumeNotNull(unpriced.currency)) as currencies
  from (
    select day, currency from counted where is_unpriced and currency is not null
    union all
    select day, currency from flows where is_unpriced and currency is not null
  ) as unpriced
  join calendar on calendar.day = unpriced.day
  group by calendar.bucket
),

spend_by_bucket as (
  select
    calendar.bucket as bucket,
    sumOrNull(chosen_spend.amount) as spend,
    min(chosen_spend.is_unpriced) as lacks_rates,
    groupUniqArrayIf(chosen_spend.currency, coalesce(chosen_spend.is_unpriced, false)) as unpriced
  from chosen_spend
  join calendar on calendar.day = chosen_spend.spend_day
  group by calendar.bucket
),

buckets as (
  select
    calendar.bucket as bucket,
    min(calendar.day) as date_from,
    max(calendar.day) as date_to,
    toInt64(countIf(spend_coverage.accounts_reported > 0)) as covered_days,
    toInt64(countIf(spend_coverage.accounts_reported = 0 or spend_coverage.accounts_reported < spend_coverage.accounts_due)) as missing_days
  from calendar
  join spend_coverage on spend_coverage.day = calendar.day
  group by calendar.bucket
)

select
  buckets.date_from as date_from,
  buckets.date_to as date_to,
  if(buckets.covered_days = 0, null, known_sum(spend_by_bucket.spend, spend_by_bucket.lacks_rates)) as spend,
  buckets.covered_days as covered_days,
  buckets.missing_days as missing_days,
  coalesce(visits.visitors, 0) as visitors,
  coalesce(visits.pageviews, 0) as pageviews,
  coalesce(visits.sessions, 0) as sessions,
  coalesce(visits.bounces, 0) as bounces,
  coalesce(visits.engaged_ms, 0) as engaged_ms,
  coalesce(if(is_filtered, credited_by_bucket.outcome_millionths, counted_by_bucket.outcome_millionths), 0) as outcome_millionths,
  coalesce(if(is_filtered, credited_by_bucket.attributed_millionths, counted_by_bucket.attributed_millionths), 0) as attributed_millionths,
  known_sum(
    if(is_filtered, credited_by_bucket.revenue_millionths, counted_by_bucket.revenue_millionths),
    if(is_filtered, credited_by_bucket.lacks_rates, counted_by_bucket.lacks_rates)
  ) as revenue_millionths,
  cast(coalesce(
    if(is_filtered, credited_by_bucket.refunded_millionths, counted_by_bucket.refunded_millionths), toDecimal128(0, 6)
  ), 'Decimal(38, 6)') as refunded_millionths,
  known_sum(credited_by_bucket.paid_revenue_millionths, credited_by_bucket.paid_lacks_rates) as paid_revenue_millionths,
  known_sum(cash_by_bucket.cash_millionths, cash_by_bucket.lacks_rates) as cash_millionths,
  cast(coalesce(cash_by_bucket.returned_millionths, toDecimal128(0, 6)), 'Decimal(38, 6)') as returned_millionths,
  coalesce(cash_by_bucket.payment_millionths, 0) as payment_millionths,
  toInt128(coalesce(spread_by_bucket.outcome_squares, 0)) as outcome_squares,
  toInt128(coalesce(spread_by_bucket.attributed_squares, 0)) as attributed_squares,
  toInt128(coalesce(spread_by_bucket.attributed_products, 0)) as attributed_products,
  toInt128(coalesce(spread_by_bucket.revenue_squares, 0)) as revenue_squares,
  toInt128(coalesce(spread_by_bucket.paid_revenue_squares, 0)) as paid_revenue_squares,
  toInt128(coalesce(cash_spread_by_bucket.cash_squares, 0)) as cash_squares,
  toInt128(coalesce(cash_spread_by_bucket.payment_squares, 0)) as payment_squares,
  arraySort(arrayDistinct(arrayConcat(unpriced_by_bucket.currencies, spend_by_bucket.unpriced))) as unpriced_currencies,
  (
    select arraySort(groupArray(cast((currency, days, oldest), 'Tuple(currency Nullable(String), days Int32, oldest Int32)')))
    from older_rates
  ) as older_rates
from buckets
left join visits on visits.bucket = buckets.bucket
left join counted_by_bucket on counted_by_bucket.bucket = buckets.bucket
left join credited_by_bucket on credited_by_bucket.bucket = buckets.bucket
left join cash_by_bucket on cash_by_bucket.bucket = buckets.bucket
left join spread_by_bucket on spread_by_bucket.bucket = buckets.bucket
left join cash_spread_by_bucket on cash_spread_by_bucket.bucket = buckets.bucket
left join unpriced_by_bucket on unpriced_by_bucket.bucket = buckets.bucket
left join spend_by_bucket on spend_by_bucket.bucket = buckets.bucket
order by buckets.date_from;
