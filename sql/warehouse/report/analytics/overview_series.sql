-- One row per bucket of days (day, week, month, or periods of $period_days): every figure of the overview.
-- Session figures follow the session's origin, outcomes and money the credited touch. Shares are millionths.
with
asked as (
  select
    coalesce($channel, $source, $medium, $campaign, $device, $country)::varchar is not null as is_filtered,
    coalesce($device, $country)::varchar is not null as asks_place,
    coalesce($medium, $device, $country)::varchar is not null as asks_what_spend_lacks,
    coalesce($model::varchar, max(value), 'last_non_direct') as model
  from settings
  where name = 'model'
),

calendar as (
  select
    day,
    case $interval
      when 'day' then day
      when 'week' then date_trunc('week', day)::date
      when 'month' then date_trunc('month', day)::date
      else $date_from::date + ((day - $date_from::date) // $period_days::bigint * $period_days::bigint)::integer
    end as bucket
  from (select unnest(generate_series($date_from::date, $date_to::date, interval 1 day))::date as day)
),

visits as (
  select
    calendar.bucket,
    count(distinct sessions.person_key) as visitors,
    sum(sessions.page_views)::bigint as pageviews,
    count(*) as sessions,
    count_if(sessions.is_bounce) as bounces,
    sum(sessions.engaged_seconds::decimal(18, 3)) as engaged_seconds
  from sessions
  join calendar on calendar.day = sessions.session_day
  where
    sessions.session_day between $date_from::date and $date_to::date
    and sessions.origin_id in (select origin_id from chosen_origins)
    and ($device::varchar is null or sessions.device = $device)
    and ($country::varchar is null or sessions.country = $country)
  group by calendar.bucket
),

counted as (
  select
    conversions.conversion_no,
    conversions.converted_day as day,
    conversions.is_attributed,
    coalesce((conversions.net_amount * day_rates.rate)::decimal(28, 6), 0) as amount,
    conversions.currency,
    conversions.net_amount is not null and day_rates.rate is null as is_unpriced
  from conversions
  join definitions using (definition_no)
  left join day_rates
    on day_rates.day = conversions.converted_day and day_rates.currency is not distinct from conversions.currency
  where
    definitions.is_default
    and definitions.is_active
    and conversions.is_counted
    and conversions.converted_day between $date_from::date and $date_to::date
),

flows as (
  select
    cash_flows.payment_seq,
    cash_flows.flow_day as day,
    cash_flows.kind,
    coalesce((cash_flows.amount * day_rates.rate)::decimal(28, 6), 0) as amount,
    cash_flows.currency,
    day_rates.rate is null as is_unpriced
  from cash_flows
  left join day_rates on day_rates.day = cash_flows.flow_day and day_rates.currency is not distinct from cash_flows.currency
  where cash_flows.flow_day between $date_from::date and $date_to::date
),

-- Whose credit a movement of cash follows: its first payment's, under the default definition where that counts cash.
paying_conversions as (
  select
    conversions.outcome_seq as payment_seq,
    min_by(conversions.conversion_no, (not definitions.is_default, conversions.definition_no)) as conversion_no
  from conversions
  join definitions using (definition_no)
  where
    (select is_filtered from asked)
    and conversions.revenue_type = 'cash'
    and conversions.is_counted
    and conversions.outcome_seq in (select payment_seq from flows)
  group by conversions.outcome_seq
),

weights as (
  select
    credit.conversion_no,
    credit.touch_seq,
    credit.is_synthetic,
    credit.origin_id,
    case asked.model
      when 'first_touch' then credit.first_touch
      when 'last_touch' then credit.last_touch
      when 'last_non_direct' then credit.last_non_direct
      when 'first_paid' then credit.first_paid
      when 'last_paid' then credit.last_paid
      when 'linear' then credit.linear
      when 'position_based' then credit.position_based
      when 'time_decay' then credit.time_decay
      when 'data_driven' then credit.data_driven
    end as weight
  from credit
  cross join asked
  where credit.conversion_no in (select conversion_no from counted union all select conversion_no from paying_conversions)
),

touch_places as (
  select touch_seq, is_synthetic, device, country from touches where (select asks_place from asked)
),

shares as (
  select
    weights.conversion_no,
    sum(weights.weight) as share,
    sum(weights.weight) filter (where chosen_origins.is_paid) as paid_share
  from weights
  join chosen_origins using (origin_id)
  left join touch_places
    on touch_places.touch_seq = weights.touch_seq and touch_places.is_synthetic = weights.is_synthetic
  where
    weights.weight > 0
    and ($device::varchar is null or touch_places.device = $device)
    and ($country::varchar is null or touch_places.country = $country)
  group by weights.conversion_no
),

weighed as (
  select
    counted.day,
    counted.is_attributed,
    counted.amount,
    if(asked.is_filtered, coalesce(shares.share, 0), 1000000) as share,
    coalesce(shares.paid_share, 0) as paid_share,
    if(counted.is_unpriced, counted.currency, null) as unpriced_currency
  from counted
  cross join asked
  left join shares using (conversion_no)
),

outcomes_by_bucket as (
  select
    calendar.bucket,
    sum(weighed.share)::bigint as outcome_millionths,
    coalesce(sum(weighed.share) filter (where weighed.is_attributed), 0)::bigint as attributed_millionths,
    sum(weighed.amount * weighed.share::decimal(7, 0)) as revenue_millionths,
    sum(weighed.amount * weighed.paid_share::decimal(7, 0)) as paid_revenue_millionths,
    list(distinct weighed.unpriced_currency) filter (where weighed.share > 0) as unpriced
  from weighed
  join calendar using (day)
  group by calendar.bucket
),

weighed_flows as (
  select
    flows.day,
    flows.kind,
    flows.amount,
    if(asked.is_filtered, coalesce(shares.share, 0), 1000000) as share,
    if(flows.is_unpriced, flows.currency, null) as unpriced_currency
  from flows
  cross join asked
  left join paying_conversions using (payment_seq)
  left join shares using (conversion_no)
),

cash_by_bucket as (
  select
    calendar.bucket,
    sum(weighed_flows.amount * weighed_flows.share::decimal(7, 0)) as cash_millionths,
    coalesce(sum(weighed_flows.share) filter (where weighed_flows.kind <> 'refund'), 0)::bigint as payment_millionths,
    list(distinct weighed_flows.unpriced_currency) filter (where weighed_flows.share > 0) as unpriced
  from weighed_flows
  join calendar using (day)
  group by calendar.bucket
),

spend_by_bucket as (
  select
    calendar.bucket,
    sum(placed_spend.amount) as spend,
    count_if(placed_spend.is_unpriced) > 0 as has_unpriced,
    list(distinct placed_spend.currency) filter (where placed_spend.is_unpriced) as unpriced
  from placed_spend
  join calendar on calendar.day = placed_spend.spend_day
  where
    placed_spend.spend_day between $date_from::date and $date_to::date
    and ($channel::varchar is null or placed_spend.channel = $channel)
    and ($source::varchar is null or placed_spend.source = $source)
    and ($campaign::varchar is null or placed_spend.campaign = $campaign)
  group by calendar.bucket
),

buckets as (
  select
    calendar.bucket,
    min(calendar.day) as date_from,
    max(calendar.day) as date_to,
    if(any_value(asked.asks_what_spend_lacks), 0, count_if(spend_coverage.accounts_reported > 0)) as covered_days,
    count_if(spend_coverage.accounts_reported = 0 or spend_coverage.accounts_reported < spend_coverage.accounts_due) as missing_days
  from calendar
  cross join asked
  join spend_coverage using (day)
  group by calendar.bucket
)

select
  buckets.date_from,
  buckets.date_to,
  case
    when buckets.covered_days = 0 then null
    when spend_by_bucket.has_unpriced then spend_by_bucket.spend
    else coalesce(spend_by_bucket.spend, 0)
  end::decimal(38, 6) as spend,
  buckets.covered_days,
  buckets.missing_days,
  coalesce(visits.visitors, 0) as visitors,
  coalesce(visits.pageviews, 0) as pageviews,
  coalesce(visits.sessions, 0) as sessions,
  coalesce(visits.bounces, 0) as bounces,
  coalesce(visits.engaged_seconds, 0)::decimal(38, 3) as engaged_seconds,
  coalesce(outcomes_by_bucket.outcome_millionths, 0) as outcome_millionths,
  coalesce(outcomes_by_bucket.attributed_millionths, 0) as attributed_millionths,
  coalesce(outcomes_by_bucket.revenue_millionths, 0)::decimal(38, 6) as revenue_millionths,
  coalesce(outcomes_by_bucket.paid_revenue_millionths, 0)::decimal(38, 6) as paid_revenue_millionths,
  coalesce(cash_by_bucket.cash_millionths, 0)::decimal(38, 6) as cash_millionths,
  coalesce(cash_by_bucket.payment_millionths, 0) as payment_millionths,
  list_sort(list_distinct(list_concat(
    coalesce(outcomes_by_bucket.unpriced, []),
    coalesce(cash_by_bucket.unpriced, []),
    if(buckets.covered_days = 0, [], coalesce(spend_by_bucket.unpriced, []))
  ))) as unpriced_currencies
from buckets
left join visits using (bucket)
left join outcomes_by_bucket using (bucket)
left join cash_by_bucket using (bucket)
left join spend_by_bucket using (bucket)
order by buckets.date_from
