-- One row per outcome of the period that is in no figure although it was sent: refunds that name a sale nobody sent, refunds that take nothing from
-- their sale (in another currency, or the part above what it was worth), and outcomes that were refused and did not come later under their key. Amounts are in the profile's currency, null where one could not be read or converted.
-- Refused refunds are stored below 0; here amounts have no sign, and `is_refund` says which they are.
-- needs: converted
-- makes: lost_money
create temp table lost_money as
with
bounds as (
  select max(value) as currency from settings where name = 'currency'
),

refunds as (
  select
    outcomes.outcome_seq, outcomes.refund_of_key, outcomes.event_type, outcomes.value_amount, outcomes.currency,
    (outcomes.occurred_at + to_seconds(zone_shifts.shift_seconds))::date as day
  from outcomes
  asof join zone_shifts on outcomes.occurred_at >= zone_shifts.from_at
  where
    outcomes.refund_of_key is not null and outcomes.trust = 'server'
    and outcomes.occurred_at >= $date_from::date - interval 2 day
    and outcomes.occurred_at < $date_to::date + interval 2 day
),

refused as (
  select
    try_cast(unnest($refused_keys::varchar[]) as bigint) as outcome_key,
    unnest($refused_reasons::varchar[]) as reason,
    unnest($refused_labels::varchar[]) as label,
    unnest($refused_days::varchar[])::date as day,
    unnest($refused_counts::bigint[]) as outcomes,
    try_cast(unnest($refused_amounts::varchar[]) as decimal(38, 6)) as amount,
    nullif(unnest($refused_currencies::varchar[]), '') as currency
),

-- Outcomes are few, so events are asked only for keys that none of them has: of types that no goal counts.
open_keys as materialized (
  select refund_of_key as outcome_key from refunds where refund_of_key not in (select outcome_key from outcomes where outcome_key is not null)
  union
  select outcome_key from refused where outcome_key is not null
),

known as materialized (
  select outcome_key from events where outcome_key in (select outcome_key from open_keys)
),

-- What can be taken back of a payment: itself, as cash has it. A later instalment is taken back by a refund that names it.
sold as (
  select outcome_key as sale_key, currency, sum(value_amount) as amount
  from outcomes
  where refund_of_key is null and trust = 'server' and outcome_key in (select refund_of_key from refunds)
  group by all
),

taken as (
  select
    outcome_seq,
    sum(value_amount) over (partition by refund_of_key, currency order by occurred_at, outcome_seq) as so_far
  from outcomes
  where trust = 'server' and refund_of_key in (select refund_of_key from refunds)
),

without_effect as (
  select refunds.event_type || ': another currency than its sale' as label, refunds.day, refunds.value_amount as amount, refunds.currency
  from refunds
  where
    refunds.refund_of_key in (select sale_key from sold)
    and not exists (from sold where sold.sale_key = refunds.refund_of_key and sold.currency is not distinct from refunds.currency)
  union all
  select refunds.event_type || ': more than its sale', refunds.day, least(refunds.value_amount, taken.so_far - sold.amount), refunds.currency
  from refunds
  join taken using (outcome_seq)
  join sold on sold.sale_key = refunds.refund_of_key and sold.currency = refunds.currency
  where taken.so_far > sold.amount
),

lost as (
  select 'refund_without_effect' as finding, label, 1 as outcomes, day, amount, currency, true as is_refund
  from without_effect
  where day between $date_from::date and $date_to::date and amount is not null
  union all
  select 'refund_without_sale' as finding, event_type as label, 1 as outcomes, day, value_amount as amount, currency, true as is_refund
  from refunds
  where
    day between $date_from::date and $date_to::date
    and refund_of_key in (select outcome_key from open_keys) and refund_of_key not in (select outcome_key from known)
  union all
  select 'outcomes_refused', label, outcomes, day, abs(amount) as amount, currency, coalesce(amount < 0, false) as is_refund
  from refused
  -- A used key is known already; what was refused otherwise is known if it came again in order.
  where outcome_key is null or reason = 'used_key' or outcome_key not in (select outcome_key from known)
),

own_rates as (
  select day, currency, rate from rates where in_currency = (select currency from bounds)
),

priced as (
  select lost.*, own_rates.rate, own_rates.day as rate_day
  from lost
  asof left join own_rates on lost.currency = own_rates.currency and lost.day >= own_rates.day
)

select
  finding, label, outcomes, currency, priced.amount as own_amount,
  case
    when currency = (select currency from bounds) then priced.amount
    when day - rate_day <= 7 then converted(priced.amount, rate)
  end::decimal(38, 6) as amount,
  is_refund
from priced
union all
select 'refunds', null, 1, currency, value_amount, null, true
from refunds
where day between $date_from::date and $date_to::date
