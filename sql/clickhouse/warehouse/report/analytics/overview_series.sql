-- One row per bucket of days (day, week, month, or periods of $period_days): every figure of the overview.
-- Session figures follow the session's origin, outcomes and money the credited touch. Shares are millionths.
-- needs: bucket_cash, bucket_days, bucket_outcomes, bucket_visits, chosen_spend, older_rates, priced_conversions, priced_flows, spend_coverage
with
(total, lacks_all) -> cast(
  if(coalesce(lacks_all, false), null, coalesce(total, toDecimal128(0, 6))), 'Nullable(Decimal(38, 6))'
) as known_sum,

unpriced_by_bucket as (
  select bucket_days.bucket as bucket, groupUniqArray(assumeNotNull(unpriced.currency)) as currencies
  from (
    select day, currency from priced_conversions where is_unpriced and currency is not null
    union all
    select day, currency from priced_flows where is_unpriced and currency is not null
  ) as unpriced
  join bucket_days on bucket_days.day = unpriced.day
  group by bucket_days.bucket
),

spend_by_bucket as (
  select
    bucket_days.bucket as bucket,
    sumOrNull(chosen_spend.amount) as spend,
    min(chosen_spend.is_unpriced) as lacks_rates,
    groupUniqArrayIf(chosen_spend.currency, coalesce(chosen_spend.is_unpriced, false)) as unpriced
  from chosen_spend
  join bucket_days on bucket_days.day = chosen_spend.spend_day
  group by bucket_days.bucket
),

buckets as (
  select
    bucket_days.bucket as bucket,
    min(bucket_days.day) as date_from,
    max(bucket_days.day) as date_to,
    toInt64(countIf(spend_coverage.accounts_reported > 0)) as covered_days,
    toInt64(countIf(spend_coverage.accounts_reported = 0 or spend_coverage.accounts_reported < spend_coverage.accounts_due)) as missing_days
  from bucket_days
  join spend_coverage on spend_coverage.day = bucket_days.day
  group by bucket_days.bucket
)

select
  buckets.date_from as date_from,
  buckets.date_to as date_to,
  if(buckets.covered_days = 0, null, known_sum(spend_by_bucket.spend, spend_by_bucket.lacks_rates)) as spend,
  buckets.covered_days as covered_days,
  buckets.missing_days as missing_days,
  coalesce(bucket_visits.visitors, 0) as visitors,
  coalesce(bucket_visits.pageviews, 0) as pageviews,
  coalesce(bucket_visits.sessions, 0) as sessions,
  coalesce(bucket_visits.bounces, 0) as bounces,
  coalesce(bucket_visits.engaged_ms, 0) as engaged_ms,
  coalesce(bucket_outcomes.outcome_millionths, 0) as outcome_millionths,
  coalesce(bucket_outcomes.attributed_millionths, 0) as attributed_millionths,
  known_sum(bucket_outcomes.revenue_millionths, bucket_outcomes.lacks_rates) as revenue_millionths,
  cast(coalesce(bucket_outcomes.refunded_millionths, toDecimal128(0, 6)), 'Decimal(38, 6)') as refunded_millionths,
  known_sum(bucket_outcomes.paid_revenue_millionths, bucket_outcomes.paid_lacks_rates) as paid_revenue_millionths,
  known_sum(bucket_cash.cash_millionths, bucket_cash.lacks_rates) as cash_millionths,
  cast(coalesce(bucket_cash.returned_millionths, toDecimal128(0, 6)), 'Decimal(38, 6)') as returned_millionths,
  coalesce(bucket_cash.payment_millionths, 0) as payment_millionths,
  toInt128(coalesce(bucket_outcomes.outcome_squares, 0)) as outcome_squares,
  toInt128(coalesce(bucket_outcomes.attributed_squares, 0)) as attributed_squares,
  toInt128(coalesce(bucket_outcomes.attributed_products, 0)) as attributed_products,
  toInt128(coalesce(bucket_outcomes.revenue_squares, 0)) as revenue_squares,
  toInt128(coalesce(bucket_outcomes.paid_revenue_squares, 0)) as paid_revenue_squares,
  toInt128(coalesce(bucket_cash.cash_squares, 0)) as cash_squares,
  toInt128(coalesce(bucket_cash.payment_squares, 0)) as payment_squares,
  arraySort(arrayDistinct(arrayConcat(unpriced_by_bucket.currencies, spend_by_bucket.unpriced))) as unpriced_currencies,
  (
    select arraySort(groupArray(cast((currency, days, oldest), 'Tuple(currency Nullable(String), days Int32, oldest Int32)')))
    from older_rates
  ) as older_rates
from buckets
left join bucket_visits on bucket_visits.bucket = buckets.bucket
left join bucket_outcomes on bucket_outcomes.bucket = buckets.bucket
left join bucket_cash on bucket_cash.bucket = buckets.bucket
left join unpriced_by_bucket on unpriced_by_bucket.bucket = buckets.bucket
left join spend_by_bucket on spend_by_bucket.bucket = buckets.bucket
order by buckets.date_from;
