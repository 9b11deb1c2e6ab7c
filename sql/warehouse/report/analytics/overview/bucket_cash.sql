-- One row per bucket with movements of cash: what came and went.
-- needs: bucket_days, chosen_credit, money_unit, paying_conversions, priced_flows
-- makes: bucket_cash
create temp table bucket_cash as
with
-- Without a filter all cash counts, credited or not; under one it follows its conversion's credit.
weighed_flows as (
  select day, kind, person_key, amount, is_unpriced, 1000000::decimal(7, 0) as weight from priced_flows where not $is_filtered::boolean
  union all
  select priced_flows.day, priced_flows.kind, priced_flows.person_key, priced_flows.amount, priced_flows.is_unpriced, chosen_credit.weight
  from priced_flows
  join paying_conversions using (payment_seq)
  join chosen_credit using (conversion_no)
  where $is_filtered::boolean
),

cash_by_bucket as (
  select
    bucket_days.bucket,
    sum(weighed_flows.amount * weighed_flows.weight) as cash_millionths,
    coalesce(-sum(weighed_flows.amount * weighed_flows.weight) filter (where weighed_flows.kind = 'refund'), 0) as returned_millionths,
    bool_and(weighed_flows.is_unpriced) as lacks_rates,
    coalesce(sum(weighed_flows.weight) filter (where weighed_flows.kind <> 'refund'), 0)::bigint as payment_millionths
  from weighed_flows
  join bucket_days using (day)
  group by bucket_days.bucket
),

person_cash as (
  select
    bucket_days.bucket,
    weighed_flows.person_key,
    money_unit(sum(weighed_flows.amount * weighed_flows.weight)) as cash,
    coalesce(sum(weighed_flows.weight) filter (where weighed_flows.kind <> 'refund'), 0)::hugeint as payments
  from weighed_flows
  join bucket_days using (day)
  where $asks_spread::boolean
  group by bucket_days.bucket, weighed_flows.person_key
),

cash_spread_by_bucket as (
  select bucket, sum(cash * cash) as cash_squares, sum(payments * payments) as payment_squares
  from person_cash
  group by bucket
)

select cash_by_bucket.*, cash_spread_by_bucket.* exclude (bucket)
from cash_by_bucket
left join cash_spread_by_bucket using (bucket)
