-- One row per part of a range's money, and currency: `counted` is what the figures of cash and spend count; each other reason has what is
-- known of and in none of them, by what a decision or a cure is about (`subject`), refunds below 0. `unknown_platform`, `before_tracking` and `dispute_open` are contained in
-- what is counted. `amount` is in the profile's currency, null without a rate.
-- needs: day_rates, known_elsewhere
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

(select maxOrNull(value) from settings where name = 'currency') as profile_currency,

flows as (
  select
    cash_flows.kind as flow_kind, cash_flows.flow_day as flow_day, cast(cash_flows.currency, 'Nullable(String)') as currency, cash_flows.amount as amount,
    coalesce(lacks_rate(cash_flows.amount, day_rates.rate), false) as is_unpriced,
    coalesce(converted(cash_flows.amount, day_rates.rate), toDecimal128(0, 6)) as priced
  from cash_flows
  left join day_rates on day_rates.day = cash_flows.flow_day and day_rates.currency <=> cast(cash_flows.currency, 'Nullable(String)')
  where cash_flows.flow_day between {date_from:Date32} and {date_to:Date32}
),

keyed_sales as (
  select outcome_key, toNullable(min(sale_key)) as sale_key, toNullable(max(has_refunds)) as has_refunds
  from sale_members
  where outcome_key is not null
  group by outcome_key
),

-- Money of servers on the days of the range, whether or not anything counts it: of reports of one sale the one that counts, with its refunds.
reported as (
  select
    events.seq as seq, events.type_key as type_key, cast(events.currency, 'Nullable(String)') as currency,
    -- Of a total of refunds what single ones leave of it, and of another report of a counted sale what that does not say.
    assumeNotNull(coalesce(elsewhere.amount, if(totals.outcome_seq is null, events.value_amount, totals.value_amount))) as value_amount,
    coalesce(keyed_sales.sale_key, events.refund_of_key) as refund_of_key,
    toDate32(events.occurred_at + toIntervalSecond(shifts.shift_seconds)) as day
  from (
    select *, 1 as one
    from events
    where
      trust = 'server' and value_amount <> 0 and not is_page_view
      and event_type not in {behaviour:Array(String)}
      and seq not in (select seq from withdrawn_facts)
      and seq not in (select seq from sale_members where seq <> sale_seq)
      and occurred_at >= {date_from:Date32} - interval 2 day
      and occurred_at < {date_to:Date32} + interval 3 day
  ) as events
  asof join (select 1 as one, from_at, shift_seconds from zone_shifts) as shifts on shifts.one = events.one and events.occurred_at >= shifts.from_at
  left join keyed_sales on keyed_sales.outcome_key = events.refund_of_key
  left join known_elsewhere as elsewhere on elsewhere.seq = events.seq
  left join (
    select toNullable(outcome_seq) as outcome_seq, value_amount from outcomes where type_key = 'refunded_total' and refund_of_key is not null
  ) as totals on totals.outcome_seq = events.seq
  where coalesce(keyed_sales.has_refunds, true)
    and (events.type_key <> 'refunded_total' or events.refund_of_key is null or totals.outcome_seq is not null)
),

moved as (
  select flow_seq, sum(abs(toDecimal128(amount, 6))) as amount
  from cash_flows
  where flow_seq in (select seq from reported)
  group by flow_seq
),

outside as (
  select
    reported.seq as seq, reported.type_key as type_key, reported.currency as currency, reported.refund_of_key as refund_of_key, reported.day as day,
    toDecimal128(reported.value_amount, 6) - coalesce(moved.amount, toDecimal128(0, 6)) as amount
  from reported
  left join moved on moved.flow_seq = reported.seq
  where reported.day between {date_from:Date32} and {date_to:Date32} and reported.value_amount <> coalesce(moved.amount, toDecimal128(0, 6))
),

sales as (
  select outcome_key, toNullable(min(seq)) as seq, toNullable(min(toString(type_key))) as type_key
  from events
  where outcome_key in (select refund_of_key from outside where refund_of_key is not null) and seq not in (select seq from withdrawn_facts)
  group by outcome_key
),

listed as (
  select type_key, toNullable(max(revenue_type = 'cash')) as is_cash
  from (select arrayJoin(type_keys) as type_key, revenue_type from definitions where is_active)
  group by type_key
),

named as (
  select
    outside.day as day, outside.currency as currency, outside.refund_of_key is not null as is_refund,
    if(outside.refund_of_key is null, outside.amount, -outside.amount) as amount,
    multiIf(
      outside.refund_of_key is not null and sales.seq is null, 'refund_without_sale',
      listed.is_cash is null, 'uncounted_type',
      outside.refund_of_key is not null and coalesce(sales.seq, -1) in (select flow_seq from cash_flows), 'refund_without_effect',
      'left_out_by_goal'
    ) as reason,
    listed.is_cash as is_cash,
    toString(outside.type_key) as type_key,
    sales.type_key as sale_type_key
  from outside
  left join sales on sales.outcome_key = outside.refund_of_key
  left join listed on listed.type_key = coalesce(sales.type_key, toString(outside.type_key))
),

known_rates as (
  select toNullable(known.1) as currency, toDate32(known.2) as day, toNullable(toDecimal128(known.3, 18)) as rate
  from (select arrayJoin(arrayZip({known_currencies:Array(String)}, {known_days:Array(String)}, {known_rates:Array(String)})) as known)
),

own_rates as (
  select day, currency, toNullable(rate) as rate from rates where in_currency = profile_currency
),

-- A rate in force first; what is in no figure may have none yet, though one is known.
rated as (
  select named.*, own_rates.rate as rate, own_rates.day as rate_day
  from named
  asof left join own_rates on named.currency = own_rates.currency and named.day >= own_rates.day
),

priced as (
  select
    rated.*,
    cast(multiIf(
      coalesce(rated.currency, profile_currency) = profile_currency, toDecimal128(1, 18),
      rated.rate is not null and dateDiff('day', rated.rate_day, rated.day) <= 7, rated.rate,
      known_rates.rate
    ), 'Nullable(Decimal(38, 18))') as any_rate
  from rated
  left join known_rates on known_rates.day = rated.day and known_rates.currency = rated.currency
  -- What a goal counts as an expected value is no cash, and known as what it is.
  where rated.reason in ('refund_without_sale', 'uncounted_type') or coalesce(rated.is_cash, 1) = 1
),

visits as (
  select minOrNull(session_day) as first_day from sessions
),

spent as (
  select
    spend_rows.platform as platform, toNullable(spend_rows.currency) as currency, spend_rows.spend as amount,
    coalesce(lacks_rate(spend_rows.spend, day_rates.rate), false) as is_unpriced,
    coalesce(converted(spend_rows.spend, day_rates.rate), toDecimal128(0, 6)) as priced
  from spend_rows
  left join day_rates on day_rates.day = spend_rows.spend_day and day_rates.currency <=> toNullable(spend_rows.currency)
  where spend_rows.spend_day between {date_from:Date32} and {date_to:Date32}
),

-- Sales of which a report says that they are disputed, and none how that ended: no file says when, so the order of files does not matter.
dispute_states as (
  select
    assumeNotNull(coalesce(keyed_sales.sale_key, states.installment_of_key)) as outcome_key,
    JSONExtractString(coalesce(states.properties, ''), 'dispute') as state
  from (
    select installment_of_key, properties
    from events
    where
      type_key = 'dispute_state' and trust = 'server' and installment_of_key is not null
      and seq not in (select seq from withdrawn_facts)
  ) as states
  left join keyed_sales on keyed_sales.outcome_key = states.installment_of_key
),

disputed as (
  select outcome_key
  from dispute_states
  group by outcome_key
  having countIf(state = 'open') > 0 and countIf(state in ('won', 'lost')) = 0
),

disputed_refunds as (
  select assumeNotNull(refunds.refund_of_key) as outcome_key, toNullable(sum(toDecimal128(cash_flows.amount, 6))) as amount
  from cash_flows
  join outcomes as refunds on refunds.outcome_seq = cash_flows.flow_seq
  where cash_flows.kind = 'refund' and refunds.refund_of_key in (select outcome_key from disputed)
  group by refunds.refund_of_key
),

disputed_flows as (
  select
    cash_flows.flow_day as flow_day, cast(cash_flows.currency, 'Nullable(String)') as currency,
    cast(toDecimal128(cash_flows.amount, 6) + coalesce(disputed_refunds.amount, toDecimal128(0, 6)), 'Decimal(28, 6)') as amount
  from (select assumeNotNull(outcome_key) as outcome_key, outcome_seq from outcomes where outcome_key in (select outcome_key from disputed)) as reported_sales
  join cash_flows on cash_flows.flow_seq = reported_sales.outcome_seq
  left join disputed_refunds on disputed_refunds.outcome_key = reported_sales.outcome_key
  where cash_flows.kind <> 'refund' and cash_flows.flow_day between {date_from:Date32} and {date_to:Date32}
),

-- What is left of such a sale, at the rate of its day.
contested as (
  select
    disputed_flows.currency as currency, disputed_flows.amount as amount,
    coalesce(lacks_rate(disputed_flows.amount, day_rates.rate), false) as is_unpriced,
    converted(disputed_flows.amount, day_rates.rate) as priced
  from disputed_flows
  left join day_rates on day_rates.day = disputed_flows.flow_day and day_rates.currency <=> disputed_flows.currency
  where disputed_flows.amount > 0
),

parts as (
  select
    'cash' as kind, if(is_unpriced, 'without_rate', 'counted') as reason, if(is_unpriced, assumeNotNull(currency), '') as subject,
    currency, flow_kind = 'refund' as is_refund, toDecimal128(amount, 6) as amount,
    cast(if(is_unpriced, null, priced), 'Nullable(Decimal(38, 6))') as priced
  from flows
  union all
  select
    'cash', reason, assumeNotNull(if(reason in ('refund_without_sale', 'refund_without_effect'), type_key, coalesce(sale_type_key, type_key))),
    currency, is_refund, toDecimal128(amount, 6), cast(converted(amount, any_rate), 'Nullable(Decimal(38, 6))')
  from priced
  union all
  select
    'cash', 'before_tracking', '', flows.currency, false, toDecimal128(flows.amount, 6),
    cast(if(flows.is_unpriced, null, flows.priced), 'Nullable(Decimal(38, 6))')
  from flows
  cross join visits
  where flows.flow_kind <> 'refund' and flows.flow_day < visits.first_day
  union all
  select
    'cash', 'dispute_open', '', contested.currency, false, toDecimal128(contested.amount, 6),
    cast(if(contested.is_unpriced, null, contested.priced), 'Nullable(Decimal(38, 6))')
  from contested
  union all
  select
    'spend', if(is_unpriced, 'without_rate', 'counted'), if(is_unpriced, assumeNotNull(currency), ''), currency, false, toDecimal128(amount, 6),
    cast(if(is_unpriced, null, priced), 'Nullable(Decimal(38, 6))')
  from spent
  union all
  select
    'spend', 'unknown_platform', platform, currency, false, toDecimal128(amount, 6),
    cast(if(is_unpriced, null, priced), 'Nullable(Decimal(38, 6))')
  from spent
  where platform not in (select platform from platform_seeds)
)

select
  kind,
  reason,
  subject,
  coalesce(parts.currency, profile_currency) as currency,
  toInt64(count()) as entries,
  toInt64(countIf(is_refund)) as refunds,
  cast(sum(parts.amount), 'Decimal(38, 6)') as own_amount,
  cast(sumOrNull(parts.priced), 'Nullable(Decimal(38, 6))') as amount
from parts
group by kind, reason, subject, coalesce(parts.currency, profile_currency)
having sum(parts.amount) <> 0 or reason <> 'counted'
order by kind, reason, subject, currency;
