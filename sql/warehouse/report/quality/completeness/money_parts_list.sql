-- One row per part of a range's money, and currency: `counted` is what the figures of cash and spend count; each other reason has what is
-- known of and in none of them, by what a decision or a cure is about (`subject`), refunds below 0. `unknown_platform`, `before_tracking` and `dispute_open` are contained in
-- what is counted. `amount` is in the profile's currency, null without a rate.
-- needs: converted, day_rates, known_elsewhere, lacks_rate
-- columns: kind 'cash'|'spend', reason 'counted'|'without_rate'|'uncounted_type'|'left_out_by_goal'|'refund_without_sale'|'refund_without_effect'|'unknown_platform'|'before_tracking'|'dispute_open'
-- columns: amount?
with
profile_currency as (
  select max(value) as currency from settings where name = 'currency'
),

flows as (
  select
    cash_flows.kind, cash_flows.flow_day, cash_flows.currency, cash_flows.amount,
    coalesce(lacks_rate(cash_flows.amount, day_rates.rate), false) as is_unpriced,
    coalesce(converted(cash_flows.amount, day_rates.rate), 0) as priced
  from cash_flows
  left join day_rates on day_rates.day = cash_flows.flow_day and day_rates.currency is not distinct from cash_flows.currency
  where cash_flows.flow_day between $date_from::date and $date_to::date
),

keyed_sales as (
  select outcome_key, min(sale_key) as sale_key, bool_or(has_refunds) as has_refunds
  from sale_members
  where outcome_key is not null
  group by outcome_key
),

-- Money of servers on the days of the range, whether or not anything counts it: of reports of one sale the one that counts, with its refunds.
reported as materialized (
  select
    events.seq, events.event_type, events.type_key, events.currency,
    -- Of a total of refunds what single ones leave of it, and of another report of a counted sale what that does not say.
    coalesce(known_elsewhere.amount, totals.value_amount, events.value_amount) as value_amount,
    coalesce(keyed_sales.sale_key, events.refund_of_key) as refund_of_key,
    (events.occurred_at + to_seconds(zone_shifts.shift_seconds))::date as day
  from events
  asof join zone_shifts on events.occurred_at >= zone_shifts.from_at
  left join keyed_sales on keyed_sales.outcome_key = events.refund_of_key
  left join known_elsewhere on known_elsewhere.seq = events.seq
  left join (from outcomes where type_key = 'refunded_total' and refund_of_key is not null) as totals on totals.outcome_seq = events.seq
  where
    (events.type_key <> 'refunded_total' or events.refund_of_key is null or totals.outcome_seq is not null) and
    coalesce(keyed_sales.has_refunds, true)
    and events.seq not in (select seq from sale_members where seq <> sale_seq)
    and events.trust = 'server' and events.value_amount <> 0 and not events.is_page_view
    and events.event_type not in (select unnest($behaviour::varchar[]))
    and events.seq not in (select seq from withdrawn_facts)
    and events.occurred_at >= $date_from::date - interval 2 day
    and events.occurred_at < $date_to::date + interval 3 day
),

moved as (
  select flow_seq, sum(abs(amount)) as amount
  from cash_flows
  where flow_seq in (select seq from reported)
  group by flow_seq
),

outside as materialized (
  select reported.*, reported.value_amount - coalesce(moved.amount, 0) as amount
  from reported
  left join moved on moved.flow_seq = reported.seq
  where reported.day between $date_from::date and $date_to::date and reported.value_amount <> coalesce(moved.amount, 0)
),

sales as (
  select outcome_key, min(seq) as seq, min(type_key) as type_key
  from events
  where outcome_key in (select refund_of_key from outside) and seq not in (select seq from withdrawn_facts)
  group by outcome_key
),

listed as (
  select type_key, bool_or(revenue_type = 'cash') as is_cash
  from (select unnest(type_keys) as type_key, revenue_type from definitions where is_active)
  group by type_key
),

named as (
  select
    outside.day, outside.currency, outside.refund_of_key is not null as is_refund,
    if(outside.refund_of_key is null, outside.amount, -outside.amount) as amount,
    case
      when outside.refund_of_key is not null and sales.seq is null then 'refund_without_sale'
      when listed.is_cash is null then 'uncounted_type'
      when outside.refund_of_key is not null and sales.seq in (select flow_seq from cash_flows) then 'refund_without_effect'
      else 'left_out_by_goal'
    end as reason,
    listed.is_cash,
    outside.type_key,
    sales.type_key as sale_type_key
  from outside
  left join sales on sales.outcome_key = outside.refund_of_key
  left join listed on listed.type_key = coalesce(sales.type_key, outside.type_key)
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

-- Sales of which a report says that they are disputed, and none how that ended: no file says when, so the order of files does not matter.
disputed as (
  select coalesce(keyed_sales.sale_key, events.installment_of_key) as outcome_key
  from events
  left join keyed_sales on keyed_sales.outcome_key = events.installment_of_key
  where
    events.type_key = 'dispute_state' and events.trust = 'server' and events.installment_of_key is not null
    and events.seq not in (select seq from withdrawn_facts)
  group by 1
  having
    bool_or(json_extract_string(events.properties, '$.dispute') = 'open')
    and not bool_or(json_extract_string(events.properties, '$.dispute') in ('won', 'lost'))
),

disputed_refunds as (
  select refunds.refund_of_key as outcome_key, sum(cash_flows.amount) as amount
  from cash_flows
  join outcomes as refunds on refunds.outcome_seq = cash_flows.flow_seq
  where cash_flows.kind = 'refund' and refunds.refund_of_key in (select outcome_key from disputed)
  group by refunds.refund_of_key
),

-- What is left of such a sale, at the rate of its day.
contested as (
  select
    cash_flows.currency,
    cash_flows.amount + coalesce(disputed_refunds.amount, 0) as amount,
    coalesce(lacks_rate(cash_flows.amount, day_rates.rate), false) as is_unpriced,
    converted(cash_flows.amount + coalesce(disputed_refunds.amount, 0), day_rates.rate) as priced
  from disputed
  join outcomes on outcomes.outcome_key = disputed.outcome_key
  join cash_flows on cash_flows.flow_seq = outcomes.outcome_seq and cash_flows.kind <> 'refund'
  left join disputed_refunds on disputed_refunds.outcome_key = disputed.outcome_key
  left join day_rates on day_rates.day = cash_flows.flow_day and day_rates.currency is not distinct from cash_flows.currency
  where
    cash_flows.flow_day between $date_from::date and $date_to::date
    and cash_flows.amount + coalesce(disputed_refunds.amount, 0) > 0
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
  from contested
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
