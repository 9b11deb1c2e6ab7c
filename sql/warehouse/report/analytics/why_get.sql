-- One row: visits, conversions and money of two periods, by key of the dimension and by day. Weights are millionths of a conversion, values money
-- times millionths. The key is null for what no touch is credited with, so keys and days each add up to all that counts.
-- needs: ad_labels, keyed_origins, older_rates, passes, period_conversions, touch_places, visit_groups, weighted_credit
-- columns: keys?, keys.key?, keys.label?, keys.platform?, keys.account_id?, days?, attributed?, unpriced_currencies?, older_rates?
-- columns: keys.period 'before'|'after', attributed.period 'before'|'after'
with
asked as (
  select
    coalesce($channel, $source, $medium, $campaign, $device, $country, $ad, $landing_page)::varchar is not null as is_filtered,
    $dimension = 'customer' as is_by_customer
),

periods as (
  select 'before' as period, $compared_from::date as first_day, $compared_to::date as last_day
  union all
  select 'after', $date_from::date, $date_to::date
),

-- Conversions of which the money is not known have no order value: of revenue, they are left out and named.
counted as (
  select * from period_conversions where $measure = 'conversions' or not is_unpriced
),

credited as (
  select
    counted.day,
    case
      when $dimension = 'landing_page' then coalesce(touch_places.landing_path, '(none)')
      when $dimension = 'country' then coalesce(touch_places.country, '(unknown)')
      when $dimension = 'device' then coalesce(touch_places.device, '(unknown)')
      when $dimension = 'customer' then counted.class
      else keyed_origins.key
    end as key,
    sum(weighted_credit.weight)::bigint as weight,
    sum(if(counted.is_attributed, weighted_credit.weight, 0))::bigint as attributed,
    sum(counted.amount * weighted_credit.weight::decimal(7, 0)) as value,
    sum(counted.refunded * weighted_credit.weight::decimal(7, 0)) as refunded
  from weighted_credit
  join counted using (conversion_no)
  join keyed_origins using (origin_id)
  left join touch_places
    on touch_places.touch_seq = weighted_credit.touch_seq and touch_places.is_synthetic = weighted_credit.is_synthetic
  where
    weighted_credit.weight > 0
    and ($device::varchar is null or passes(touch_places.device, $device))
    and ($country::varchar is null or passes(touch_places.country, $country))
    and ($landing_page::varchar is null or coalesce(touch_places.landing_path, '(none)') = $landing_page)
  group by all
),

-- All conversions, credited to a touch or not: without a filter, customers are divided by nothing else.
all_counted as (
  select
    day,
    if($dimension = 'customer', class, null) as key,
    count(*) * 1000000 as weight,
    count_if(is_attributed) * 1000000 as attributed,
    sum(amount) * 1000000 as value,
    sum(refunded) * 1000000 as refunded
  from counted
  where not (select is_filtered from asked)
  group by all
),

facts as (
  select visit_groups.day, coalesce(keyed_origins.key, visit_groups.place) as key, visit_groups.visits, 0 as weight, 0 as attributed, 0 as value, 0 as refunded
  from visit_groups
  join keyed_origins using (origin_id)
  union all
  select day, key, 0, weight, attributed, value, refunded
  from credited
  where (select is_filtered or not is_by_customer from asked)
  union all
  select day, key, 0, weight, attributed, value, refunded
  from all_counted
  union all
  -- Of all conversions the credited ones are taken away again: the rest has no key.
  select day, null, 0, -weight, -attributed, -value, -refunded
  from credited
  where (select not is_filtered and not is_by_customer from asked)
),

by_key as (
  select
    periods.period,
    facts.key,
    sum(facts.visits)::bigint as visits,
    sum(facts.weight)::bigint as weight,
    sum(facts.value)::decimal(38, 6) as value,
    sum(facts.refunded)::decimal(38, 6) as refunded
  from facts
  join periods on facts.day between periods.first_day and periods.last_day
  group by periods.period, facts.key
),

by_day as (
  select
    day,
    sum(visits)::bigint as visits,
    sum(weight)::bigint as weight,
    sum(value)::decimal(38, 6) as value
  from facts
  group by day
),

attributed_by_period as (
  select periods.period, sum(facts.attributed)::bigint as attributed
  from facts
  join periods on facts.day between periods.first_day and periods.last_day
  group by periods.period
),

keys as (
  select
    by_key.*,
    case
      when $dimension = 'customer' and by_key.key = 'new' then 'New customers'
      when $dimension = 'customer' and by_key.key = 'returning' then 'Returning customers'
      else coalesce(ad_labels.label, by_key.key)
    end as label,
    ad_labels.platform,
    ad_labels.account_id
  from by_key
  left join ad_labels on ad_labels.key = by_key.key and $dimension = 'ad'
)

select
  (select list({
    period: period, key: key, label: label, platform: platform, account_id: account_id, visits: visits, weight: weight, value: value, refunded: refunded
  } order by key, period) from keys) as keys,
  (select list({ day: day, visits: visits, weight: weight, value: value } order by day) from by_day) as days,
  (select list({ period: period, attributed: attributed } order by period) from attributed_by_period) as attributed,
  (select list(distinct currency order by currency) from period_conversions where is_unpriced) as unpriced_currencies,
  (select list({ currency: currency, days: days, oldest: oldest } order by currency) from older_rates) as older_rates
from asked
