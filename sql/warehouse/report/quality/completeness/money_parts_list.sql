-- One row per part of a range's money, and currency: `counted` is what the figures of cash and spend count; each other reason has what is
-- known of and in none of them, by what a decision or a cure is about (`subject`), refunds below 0. `unknown_platform`, `before_tracking` and `dispute_open` are contained in
-- what is counted. `amount` is in the profile's currency, null without a rate.
-- needs: contested_flows, converted, day_rates, lacks_rate, money_outside, priced_flows
-- columns: kind 'cash'|'spend', reason 'counted'|'without_rate'|'uncounted_type'|'left_out_by_goal'|'refund_without_sale'|'refund_without_effect'|'unknown_platform'|'before_tracking'|'dispute_open'
-- columns: amount?
with
profile_currency as (
  select max(value) as currency from settings where name = 'currency'
),

flows as (
  select
    kind, day as flow_day, currency, own_amount as amount, coalesce(is_unpriced, false) as is_unpriced, amount as priced
  from priced_flows
),

sales as (
  select outcome_key, min(seq) as seq, min(type_key) as type_key
  from events
  where outcome_key in (select refund_of_key from money_outside) and seq not in (select seq from withdrawn_facts)
  group by outcome_key
),

listed as (
  select type_key, bool_or(revenue_type = 'cash') as is_cash
  from (select unnest(type_keys) as type_key, revenue_type from definitions where is_active)
  group by type_key
),

named as (
  select
    money_outside.day, money_outside.currency, money_outside.refund_of_key is not null as is_refund,
    if(money_outside.refund_of_key is null, money_outside.amount, -money_outside.amount) as amount,
    case
      when money_outside.refund_of_key is not null and sales.seq is null then 'refund_without_sale'
      when listed.is_cash is null then 'uncounted_type'
      when money_outside.refund_of_key is not null and sales.seq in (select flow_seq from cash_flows) then 'refund_without_effect'
      else 'left_out_by_goal'
    end as reason,
    listed.is_cash,
    money_outside.type_key,
    sales.type_key as sale_type_key
  from money_outside
  left join sales on sales.outcome_key = money_outside.refund_of_key
  left join listed on listed.type_key = coalesce(sales.type_key, money_outside.type_key)
),

known_rates as (
  select
    unnest($known_days::varchar[])::date as day,
    unnest($known_currencies::varchar[]) as currency,
    unnest($known_rates::varchar[])::decimal(38, 18) as rate
),

own_rates as (
  select day, currency, rate from rates where in_currency = (select currency from profile_currency)
),

-- A rate in force first; what is in no figure may have none yet, though one is known.
rated as (
  select named.*, own_rates.rate, own_rates.day as rate_day
  from named
  asof left join own_rates on named.currency = own_rates.currency and named.day >= own_rates.day
),

priced as (
  select
    rated.*,
    case
      when coalesce(rated.currency, profile_currency.currency) = profile_currency.currency then 1
      when rated.day - rated.rate_day <= 7 then rated.rate
      else known_rates.rate
    end::decimal(38, 18) as any_rate
  from rated
  cross join profile_currency
  left join known_rates on known_rates.day = rated.day and known_rates.currency = rated.currency
  -- What a goal counts as an expected value is no cash, and known as what it is.
  where rated.reason in ('refund_without_sale', 'uncounted_type') or coalesce(rated.is_cash, true)
),

visits as (
  select min(session_day) as first_day from sessions
),

spent as (
  select
    spend_rows.platform, spend_rows.currency, spend_rows.spend as amount,
    coalesce(lacks_rate(spend_rows.spend, day_rates.rate), false) as is_unpriced,
    coalesce(converted(spend_rows.spend, day_rates.rate), 0) as priced
  from spend_rows
  left join day_rates on day_rates.day = spend_rows.spend_day and day_rates.currency is not distinct from spend_rows.currency
  where spend_rows.spend_day between $date_from::date and $date_to::date
),

parts as (
  select
    'cash' as kind, if(is_unpriced, 'without_rate', 'counted') as reason, if(is_unpriced, currency, '') as subject,
    currency, kind = 'refund' as is_refund, amount, if(is_unpriced, null, priced) as priced
  from flows
  union all
  select
    'cash', reason, if(reason in ('refund_without_sale', 'refund_without_effect'), type_key, coalesce(sale_type_key, type_key)),
    currency, is_refund, amount, converted(amount, any_rate)
  from priced
  union all
  select 'cash', 'before_tracking', '', flows.currency, false, flows.amount, if(flows.is_unpriced, null, flows.priced)
  from flows
  cross join visits
  where flows.kind <> 'refund' and flows.flow_day < visits.first_day
  union all
  select 'cash', 'dispute_open', '', currency, false, amount, if(is_unpriced, null, priced)
  from contested_flows
  union all
  select 'spend', if(is_unpriced, 'without_rate', 'counted'), if(is_unpriced, currency, ''), currency, false, amount, if(is_unpriced, null, priced)
  from spent
  union all
  select 'spend', 'unknown_platform', platform, currency, false, amount, if(is_unpriced, null, priced)
  from spent
  where platform not in (select platform from platform_seeds)
)

select
  kind, reason, subject,
  coalesce(parts.currency, profile_currency.currency) as currency,
  count(*) as entries,
  count_if(is_refund) as refunds,
  sum(parts.amount)::decimal(38, 6) as own_amount,
  sum(parts.priced)::decimal(38, 6) as amount
from parts
cross join profile_currency
group by all
having sum(parts.amount) <> 0 or reason <> 'counted'
order by kind, reason, subject, currency
