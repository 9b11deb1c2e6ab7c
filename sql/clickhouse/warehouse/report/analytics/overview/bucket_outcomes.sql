-- One row per bucket: outcomes and their money. Without a filter all count, credited or not; under one they follow their credit.
-- needs: bucket_days, chosen_credit, priced_conversions
-- makes: bucket_outcomes
create temporary table bucket_outcomes as
with
(millionths) -> least(
  greatest(intDiv(toInt128(round(millionths, -2)), 100), toInt128(-10000000000000000)), toInt128(10000000000000000)
) as money_unit,

counted_by_bucket as (
  select
    bucket_days.bucket as bucket,
    toInt64(count()) * 1000000 as outcome_millionths,
    toInt64(countIf(priced_conversions.is_attributed)) * 1000000 as attributed_millionths,
    sum(priced_conversions.amount) * 1000000 as revenue_millionths,
    sum(priced_conversions.refunded) * 1000000 as refunded_millionths,
    min(priced_conversions.is_unpriced) as lacks_rates
  from priced_conversions
  join bucket_days on bucket_days.day = priced_conversions.day
  group by bucket_days.bucket
),

credited_by_bucket as (
  select
    bucket_days.bucket as bucket,
    toInt64(sum(chosen_credit.weight)) as outcome_millionths,
    toInt64(sumIf(chosen_credit.weight, priced_conversions.is_attributed)) as attributed_millionths,
    sum(priced_conversions.amount * chosen_credit.weight) as revenue_millionths,
    sum(priced_conversions.refunded * chosen_credit.weight) as refunded_millionths,
    sumOrNullIf(priced_conversions.amount * chosen_credit.weight, chosen_credit.is_paid) as paid_revenue_millionths,
    min(priced_conversions.is_unpriced) as lacks_rates,
    minIf(priced_conversions.is_unpriced, chosen_credit.is_paid) as paid_lacks_rates
  from chosen_credit
  join priced_conversions on priced_conversions.conversion_no = chosen_credit.conversion_no
  join bucket_days on bucket_days.day = priced_conversions.day
  group by bucket_days.bucket
),

-- How unequal people are, asked with intervals: of each person's share of a figure the square. Money is in units of 10^-4 here, at most
-- 10^12 a person, so that squares are exact integers and sums of them have room.
person_outcomes as (
  select
    bucket_days.bucket as bucket,
    outcomes.person_key as person_key,
    toInt128(sum(outcomes.weight)) as outcomes,
    toInt128(sumIf(outcomes.weight, outcomes.is_attributed)) as attributed,
    money_unit(sum(outcomes.amount * outcomes.weight)) as revenue,
    money_unit(sum(outcomes.amount * outcomes.paid_weight))
      as paid_revenue
  from (
    select day, person_key, is_attributed, amount, toInt64(1000000) as weight, toInt64(0) as paid_weight
    from priced_conversions
    where {asks_spread:Bool} and not {is_filtered:Bool}
    union all
    select
      priced_conversions.day as day,
      priced_conversions.person_key as person_key,
      priced_conversions.is_attributed as is_attributed,
      priced_conversions.amount as amount,
      if({is_filtered:Bool}, chosen_credit.weight, toInt64(0)) as weight,
      if(chosen_credit.is_paid, chosen_credit.weight, toInt64(0)) as paid_weight
    from chosen_credit
    join priced_conversions on priced_conversions.conversion_no = chosen_credit.conversion_no
    where {asks_spread:Bool}
  ) as outcomes
  join bucket_days on bucket_days.day = outcomes.day
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
  buckets.bucket as bucket,
  if({is_filtered:Bool}, credited_by_bucket.outcome_millionths, counted_by_bucket.outcome_millionths) as outcome_millionths,
  if({is_filtered:Bool}, credited_by_bucket.attributed_millionths, counted_by_bucket.attributed_millionths) as attributed_millionths,
  if({is_filtered:Bool}, credited_by_bucket.revenue_millionths, counted_by_bucket.revenue_millionths) as revenue_millionths,
  if({is_filtered:Bool}, credited_by_bucket.refunded_millionths, counted_by_bucket.refunded_millionths) as refunded_millionths,
  if({is_filtered:Bool}, credited_by_bucket.lacks_rates, counted_by_bucket.lacks_rates) as lacks_rates,
  credited_by_bucket.paid_revenue_millionths as paid_revenue_millionths,
  credited_by_bucket.paid_lacks_rates as paid_lacks_rates,
  spread_by_bucket.outcome_squares as outcome_squares,
  spread_by_bucket.attributed_squares as attributed_squares,
  spread_by_bucket.attributed_products as attributed_products,
  spread_by_bucket.revenue_squares as revenue_squares,
  spread_by_bucket.paid_revenue_squares as paid_revenue_squares
from (select distinct bucket from bucket_days) as buckets
left join counted_by_bucket on counted_by_bucket.bucket = buckets.bucket
left join credited_by_bucket on credited_by_bucket.bucket = buckets.bucket
left join spread_by_bucket on spread_by_bucket.bucket = buckets.bucket;
