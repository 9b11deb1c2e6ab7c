-- One row per bucket with movements of cash: what came and went.
-- needs: bucket_days, chosen_credit, paying_conversions, priced_flows
-- makes: bucket_cash
create temporary table bucket_cash as
with
(millionths) -> least(
  greatest(intDiv(toInt128(round(millionths, -2)), 100), toInt128(-10000000000000000)), toInt128(10000000000000000)
) as money_unit,

-- Without a filter all cash counts, credited or not; under one it follows its conversion's credit.
weighed_flows as (
  select day, kind, person_key, amount, is_unpriced, toInt64(1000000) as weight from priced_flows where not {is_filtered:Bool}
  union all
  select
    priced_flows.day as day, priced_flows.kind as kind, priced_flows.person_key as person_key, priced_flows.amount as amount, priced_flows.is_unpriced as is_unpriced,
    chosen_credit.weight as weight
  from priced_flows
  join paying_conversions on paying_conversions.payment_seq = priced_flows.payment_seq
  join chosen_credit on chosen_credit.conversion_no = paying_conversions.conversion_no
  where {is_filtered:Bool}
),

cash_by_bucket as (
  select
    bucket_days.bucket as bucket,
    sum(weighed_flows.amount * weighed_flows.weight) as cash_millionths,
    -sumIf(weighed_flows.amount * weighed_flows.weight, weighed_flows.kind = 'refund') as returned_millionths,
    min(weighed_flows.is_unpriced) as lacks_rates,
    toInt64(sumIf(weighed_flows.weight, weighed_flows.kind <> 'refund')) as payment_millionths
  from weighed_flows
  join bucket_days on bucket_days.day = weighed_flows.day
  group by bucket_days.bucket
),

person_cash as (
  select
    bucket_days.bucket as bucket,
    weighed_flows.person_key as person_key,
    money_unit(sum(weighed_flows.amount * weighed_flows.weight)) as cash,
    toInt128(sumIf(weighed_flows.weight, weighed_flows.kind <> 'refund')) as payments
  from weighed_flows
  join bucket_days on bucket_days.day = weighed_flows.day
  where {asks_spread:Bool}
  group by bucket_days.bucket, weighed_flows.person_key
),

cash_spread_by_bucket as (
  select bucket, sum(cash * cash) as cash_squares, sum(payments * payments) as payment_squares
  from person_cash
  group by bucket
)

select
  cash_by_bucket.bucket as bucket,
  cash_by_bucket.cash_millionths as cash_millionths,
  cash_by_bucket.returned_millionths as returned_millionths,
  cash_by_bucket.lacks_rates as lacks_rates,
  cash_by_bucket.payment_millionths as payment_millionths,
  cash_spread_by_bucket.cash_squares as cash_squares,
  cash_spread_by_bucket.payment_squares as payment_squares
from cash_by_bucket
left join cash_spread_by_bucket on cash_spread_by_bucket.bucket = cash_by_bucket.bucket;
