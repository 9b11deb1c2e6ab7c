-- One row per bucket of days (day, week, month, or periods of $period_days): every figure of the overview.
-- Session figures follow the session's origin, outcomes and money the credited touch. Shares are millionths.
-- needs: bucket_cash, bucket_days, bucket_outcomes, bucket_visits, chosen_spend, known_sum, older_rates, priced_conversions, priced_flows, spend_coverage
-- columns: spend?, revenue_millionths?, paid_revenue_millionths?, cash_millionths?, older_rates?
with
unpriced_by_bucket as (
  select bucket_days.bucket, list(distinct unpriced.currency) as currencies
  from (
    select day, currency from priced_conversions where is_unpriced
    union all
    select day, currency from priced_flows where is_unpriced
  ) as unpriced
  join bucket_days using (day)
  group by bucket_days.bucket
),

spend_by_bucket as (
  select
    bucket_days.bucket,
    sum(chosen_spend.amount) as spend,
    bool_and(chosen_spend.is_unpriced) as lacks_rates,
    list(distinct chosen_spend.currency) filter (where chosen_spend.is_unpriced) as unpriced
  from chosen_spend
  join bucket_days on bucket_days.day = chosen_spend.spend_day
  group by bucket_days.bucket
),

buckets as (
  select
    bucket_days.bucket,
    min(bucket_days.day) as date_from,
    max(bucket_days.day) as date_to,
    count_if(spend_coverage.accounts_reported > 0) as covered_days,
    count_if(spend_coverage.accounts_reported = 0 or spend_coverage.accounts_reported < spend_coverage.accounts_due) as missing_days
  from bucket_days
  join spend_coverage using (day)
  group by bucket_days.bucket
)

select
  buckets.date_from,
  buckets.date_to,
  case
    when buckets.covered_days = 0 then null
    else known_sum(spend_by_bucket.spend, spend_by_bucket.lacks_rates)
  end::decimal(38, 6) as spend,
  buckets.covered_days,
  buckets.missing_days,
  coalesce(bucket_visits.visitors, 0) as visitors,
  coalesce(bucket_visits.pageviews, 0) as pageviews,
  coalesce(bucket_visits.sessions, 0) as sessions,
  coalesce(bucket_visits.bounces, 0) as bounces,
  coalesce(bucket_visits.engaged_ms, 0)::bigint as engaged_ms,
  coalesce(bucket_outcomes.outcome_millionths, 0) as outcome_millionths,
  coalesce(bucket_outcomes.attributed_millionths, 0) as attributed_millionths,
  known_sum(bucket_outcomes.revenue_millionths, bucket_outcomes.lacks_rates)::decimal(38, 6) as revenue_millionths,
  coalesce(bucket_outcomes.refunded_millionths, 0)::decimal(38, 6) as refunded_millionths,
  known_sum(bucket_outcomes.paid_revenue_millionths, bucket_outcomes.paid_lacks_rates)::decimal(38, 6) as paid_revenue_millionths,
  known_sum(bucket_cash.cash_millionths, bucket_cash.lacks_rates)::decimal(38, 6) as cash_millionths,
  coalesce(bucket_cash.returned_millionths, 0)::decimal(38, 6) as returned_millionths,
  coalesce(bucket_cash.payment_millionths, 0) as payment_millionths,
  coalesce(bucket_outcomes.outcome_squares, 0) as outcome_squares,
  coalesce(bucket_outcomes.attributed_squares, 0) as attributed_squares,
  coalesce(bucket_outcomes.attributed_products, 0) as attributed_products,
  coalesce(bucket_outcomes.revenue_squares, 0) as revenue_squares,
  coalesce(bucket_outcomes.paid_revenue_squares, 0) as paid_revenue_squares,
  coalesce(bucket_cash.cash_squares, 0) as cash_squares,
  coalesce(bucket_cash.payment_squares, 0) as payment_squares,
  list_sort(list_distinct(list_concat(
    coalesce(unpriced_by_bucket.currencies, []),
    coalesce(spend_by_bucket.unpriced, [])
  ))) as unpriced_currencies,
  (select list({ currency: currency, days: days, oldest: oldest } order by currency) from older_rates) as older_rates
from buckets
left join bucket_visits using (bucket)
left join bucket_outcomes using (bucket)
left join bucket_cash using (bucket)
left join unpriced_by_bucket using (bucket)
left join spend_by_bucket using (bucket)
order by buckets.date_from
