-- One row per bucket: outcomes and their money. Without a filter all count, credited or not; under one they follow their credit.
-- needs: bucket_days, chosen_credit, money_unit, priced_conversions
-- makes: bucket_outcomes
create temp table bucket_outcomes as
with
counted_by_bucket as (
  select
    bucket_days.bucket,
    count(*) * 1000000 as outcome_millionths,
    count_if(priced_conversions.is_attributed) * 1000000 as attributed_millionths,
    sum(priced_conversions.amount) * 1000000 as revenue_millionths,
    sum(priced_conversions.refunded) * 1000000 as refunded_millionths,
    bool_and(priced_conversions.is_unpriced) as lacks_rates
  from priced_conversions
  join bucket_days using (day)
  group by bucket_days.bucket
),

credited_by_bucket as (
  select
    bucket_days.bucket,
    sum(chosen_credit.weight)::bigint as outcome_millionths,
    coalesce(sum(chosen_credit.weight) filter (where priced_conversions.is_attributed), 0)::bigint as attributed_millionths,
    sum(priced_conversions.amount * chosen_credit.weight) as revenue_millionths,
    sum(priced_conversions.refunded * chosen_credit.weight) as refunded_millionths,
    sum(priced_conversions.amount * chosen_credit.weight) filter (where chosen_credit.is_paid) as paid_revenue_millionths,
    bool_and(priced_conversions.is_unpriced) as lacks_rates,
    bool_and(priced_conversions.is_unpriced) filter (where chosen_credit.is_paid) as paid_lacks_rates
  from chosen_credit
  join priced_conversions using (conversion_no)
  join bucket_days using (day)
  group by bucket_days.bucket
),

-- How unequal people are, asked with intervals: of each person's share of a figure the square. Money is in units of 10^-4 here, at most
-- 10^12 a person, so that squares are exact integers and sums of them have room.
person_outcomes as (
  select
    bucket_days.bucket,
    outcomes.person_key,
    sum(outcomes.weight)::hugeint as outcomes,
    coalesce(sum(outcomes.weight) filter (where outcomes.is_attributed), 0)::hugeint as attributed,
    money_unit(sum(outcomes.amount * outcomes.weight)) as revenue,
    money_unit(sum(outcomes.amount * outcomes.paid_weight)) as paid_revenue
  from (
    select day, person_key, is_attributed, amount, 1000000::decimal(7, 0) as weight, 0::decimal(7, 0) as paid_weight
    from priced_conversions
    where $asks_spread::boolean and not $is_filtered::boolean
    union all
    select
      priced_conversions.day,
      priced_conversions.person_key,
      priced_conversions.is_attributed,
      priced_conversions.amount,
      if($is_filtered::boolean, chosen_credit.weight, 0)::decimal(7, 0),
      if(chosen_credit.is_paid, chosen_credit.weight, 0)::decimal(7, 0)
    from chosen_credit
    join priced_conversions using (conversion_no)
    where $asks_spread::boolean
  ) as outcomes
  join bucket_days using (day)
  group by bucket_days.bucket, outcomes.person_key
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
)

select
  buckets.bucket,
  if($is_filtered::boolean, credited_by_bucket.outcome_millionths, counted_by_bucket.outcome_millionths) as outcome_millionths,
  if($is_filtered::boolean, credited_by_bucket.attributed_millionths, counted_by_bucket.attributed_millionths) as attributed_millionths,
  if($is_filtered::boolean, credited_by_bucket.revenue_millionths, counted_by_bucket.revenue_millionths) as revenue_millionths,
  if($is_filtered::boolean, credited_by_bucket.refunded_millionths, counted_by_bucket.refunded_millionths) as refunded_millionths,
  if($is_filtered::boolean, credited_by_bucket.lacks_rates, counted_by_bucket.lacks_rates) as lacks_rates,
  credited_by_bucket.paid_revenue_millionths,
  credited_by_bucket.paid_lacks_rates,
  spread_by_bucket.* exclude (bucket)
from (select distinct bucket from bucket_days) as buckets
left join counted_by_bucket using (bucket)
left join credited_by_bucket using (bucket)
left join spread_by_bucket using (bucket)
