-- One row: visits, conversions and money of two periods, by key of the dimension and by day. Weights are millionths of a conversion, values money
-- times millionths. The key is null for what no touch is credited with, so keys and days each add up to all that counts.
-- needs: ad_keys, chosen_origins, converted, day_rates, lacks_rate, older_rates, passes, touch_places, weighted_credit
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

-- The first conversion of each person, where people are divided by it.
first_conversions as (
  select person_key, min(converted_at) as first_at, min_by(conversion_no, (converted_at, conversion_no)) as first_no
  from conversions
  where (select is_by_customer from asked) and conversion_key = $goal and is_counted
  group by person_key
),

-- The key of an origin; of dimensions that an origin does not know, null.
origin_keys as (
  select
    chosen_origins.origin_id,
    case $dimension
      when 'channel' then chosen_origins.channel
      when 'source' then chosen_origins.source
      when 'medium' then chosen_origins.medium
      when 'campaign' then chosen_origins.campaign
      when 'ad' then coalesce(ad_keys.key, chosen_origins.ad_id, '(none)')
    end as key
  from chosen_origins
  left join ad_keys
    on ad_keys.id = chosen_origins.ad_id and ad_keys.platform = chosen_origins.platform
    and ad_keys.account_id is not distinct from chosen_origins.account_id
  where $ad::varchar is null or coalesce(ad_keys.key, chosen_origins.ad_id, '(none)') = $ad
),

-- Visits are counted before their origins are looked up: there are far fewer origins than visits.
visit_groups as (
  select
    sessions.session_day as day,
    sessions.origin_id,
    case $dimension
      when 'landing_page' then coalesce(sessions.landing_path, '(none)')
      when 'country' then coalesce(sessions.country, '(unknown)')
      when 'device' then coalesce(sessions.device, '(unknown)')
      when 'customer' then if(first_conversions.first_at < sessions.started_at, 'returning', 'new')
    end as place,
    count(*) as visits
  from sessions
  left join first_conversions using (person_key)
  where
    (
      sessions.session_day between $date_from::date and $date_to::date
      or sessions.session_day between $compared_from::date and $compared_to::date
    )
    and ($device::varchar is null or passes(sessions.device, $device))
    and ($country::varchar is null or passes(sessions.country, $country))
    and ($landing_page::varchar is null or coalesce(sessions.landing_path, '(none)') = $landing_page)
  group by all
),

converted_then as (
  select
    conversions.conversion_no,
    conversions.converted_day as day,
    conversions.is_attributed,
    if(first_conversions.first_no = conversions.conversion_no, 'new', 'returning') as class,
    coalesce(converted(conversions.net_amount, day_rates.rate), 0) as amount,
    coalesce(if(conversions.net_amount is null, 0, converted(conversions.refunded_amount, day_rates.rate)), 0) as refunded,
    conversions.currency,
    coalesce(lacks_rate(conversions.net_amount, day_rates.rate), false) as is_unpriced
  from conversions
  left join day_rates
    on day_rates.day = conversions.converted_day and day_rates.currency is not distinct from conversions.currency
  left join first_conversions using (person_key)
  where
    conversions.conversion_key = $goal
    and conversions.is_counted
    and (
      conversions.converted_day between $date_from::date and $date_to::date
      or conversions.converted_day between $compared_from::date and $compared_to::date
    )
),

-- Conversions of which the money is not known have no order value: of revenue, they are left out and named.
counted as (
  select * from converted_then where $measure = 'conversions' or not is_unpriced
),

credited as (
  select
    counted.day,
    case
      when $dimension = 'landing_page' then coalesce(touch_places.landing_path, '(none)')
      when $dimension = 'country' then coalesce(touch_places.country, '(unknown)')
      when $dimension = 'device' then coalesce(touch_places.device, '(unknown)')
      when $dimension = 'customer' then counted.class
      else origin_keys.key
    end as key,
    sum(weighted_credit.weight)::bigint as weight,
    sum(if(counted.is_attributed, weighted_credit.weight, 0))::bigint as attributed,
    sum(counted.amount * weighted_credit.weight::decimal(7, 0)) as value,
    sum(counted.refunded * weighted_credit.weight::decimal(7, 0)) as refunded
  from weighted_credit
  join counted using (conversion_no)
  join origin_keys using (origin_id)
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
    if((select is_by_customer from asked), class, null) as key,
    count(*) * 1000000 as weight,
    count_if(is_attributed) * 1000000 as attributed,
    sum(amount) * 1000000 as value,
    sum(refunded) * 1000000 as refunded
  from counted
  where not (select is_filtered from asked)
  group by all
),

facts as (
  select visit_groups.day, coalesce(origin_keys.key, visit_groups.place) as key, visit_groups.visits, 0 as weight, 0 as attributed, 0 as value, 0 as refunded
  from visit_groups
  join origin_keys using (origin_id)
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

ad_names as (
  select ad_keys.key, max_by(spend.ad_name, (spend.spend_day, spend.ad_name)) as label
  from spend
  join ad_keys on ad_keys.id = spend.ad_id and ad_keys.platform = spend.platform and ad_keys.account_id = spend.account_id
  where $dimension = 'ad' and spend.ad_name is not null
  group by ad_keys.key
),

key_places as (
  select key, max(platform) as platform, max(account_id) as account_id, max(id) as id
  from ad_keys
  where $dimension = 'ad'
  group by key
),

keys as (
  select
    by_key.*,
    case
      when $dimension = 'customer' and by_key.key = 'new' then 'New customers'
      when $dimension = 'customer' and by_key.key = 'returning' then 'Returning customers'
      else coalesce(ad_names.label, key_places.id, by_key.key)
    end as label,
    key_places.platform,
    key_places.account_id
  from by_key
  left join ad_names using (key)
  left join key_places using (key)
)

select
  (select list({
    period: period, key: key, label: label, platform: platform, account_id: account_id, visits: visits, weight: weight, value: value, refunded: refunded
  } order by key, period) from keys) as keys,
  (select list({ day: day, visits: visits, weight: weight, value: value } order by day) from by_day) as days,
  (select list({ period: period, attributed: attributed } order by period) from attributed_by_period) as attributed,
  (select list(distinct currency order by currency) from converted_then where is_unpriced) as unpriced_currencies,
  (select list({ currency: currency, days: days, oldest: oldest } order by currency) from older_rates) as older_rates
from asked
