-- One row per part of a range's money, and currency: `counted` is what the figures of cash and spend count; each other reason has what is
-- known of and in none of them, by what a decision or a cure is about (`subject`), refunds below 0. `unknown_platform`, `before_tracking` and `dispute_open` are contained in
-- what is counted. `amount` is in the profile's currency, null without a rate.
-- needs: contested_flows, day_rates, money_outside, priced_flows
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
    kind as flow_kind, day as flow_day, currency, own_amount as amount, coalesce(is_unpriced, false) as is_unpriced, amount as priced
  from priced_flows
),

sales as (
  select outcome_key, toNullable(min(seq)) as seq, toNullable(min(toString(type_key))) as type_key
  from events
  where outcome_key in (select refund_of_key from money_outside where refund_of_key is not null) and seq not in (select seq from withdrawn_facts)
  group by outcome_key
),

listed as (
  select type_key, toNullable(max(revenue_type = 'cash')) as is_cash
  from (select arrayJoin(type_keys) as type_key, revenue_type from definitions where is_active)
  group by type_key
),

named as (
  select
    money_outside.day as day, money_outside.currency as currency, money_outside.refund_of_key is not null as is_refund,
    if(money_outside.refund_of_key is null, money_outside.amount, -money_outside.amount) as amount,
    multiIf(
      money_outside.refund_of_key is not null and sales.seq is null, 'refund_without_sale',
      listed.is_cash is null, 'uncounted_type',
      money_outside.refund_of_key is not null and coalesce(sales.seq, -1) in (select flow_seq from cash_flows), 'refund_without_effect',
      'left_out_by_goal'
    ) as reason,
    listed.is_cash as is_cash,
    toString(money_outside.type_key) as type_key,
    sales.type_key as sale_type_key
  from money_outside
  left join sales on sales.outcome_key = money_outside.refund_of_key
  left join listed on listed.type_key = coalesce(sales.type_key, toString(money_outside.type_key))
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
  from contested_flows
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
