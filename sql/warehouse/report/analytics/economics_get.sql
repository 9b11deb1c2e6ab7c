-- One row: what ads cost and whom they won, by key of the dimension. Weights are millionths of a conversion, values money times millionths.
-- A person is new with their first counted conversion of the goal; every later one is of a returning customer.
-- needs: ad_keys, chosen_origins, chosen_spend, converted, day_rates, known_sum, lacks_rate, money_unit, older_rates, spend_coverage
-- needs: spend_key, spend_places, weighted_credit
-- columns: keys?, keys.key?, keys.platform?, keys.account_id?, keys.spend?, keys.impressions?, keys.clicks?, keys.rate_impressions?
-- columns: keys.rate_clicks?, keys.priced_clicks?, keys.priced_impressions?, keys.value?, keys.new_value?, keys.new_paid_value?, value?
-- columns: keys.clicks_spend?, keys.impressions_spend?, new_value?, unpriced_currencies?, older_rates?
with
asked as (
  select coalesce($channel, $source, $campaign)::varchar is not null as is_filtered
),

first_conversions as (
  select
    person_key,
    min_by(conversion_no, (converted_at, conversion_no)) as first_no,
    min_by(converted_day, (converted_at, conversion_no)) as first_day
  from conversions
  where conversion_key = $goal and is_counted
  group by person_key
),

-- Costs are percentages of revenue and amounts for each payment, from a day on: those in force, or those of a preview.
costs as (
  select
    from_day,
    (goods_percent * 0.01::decimal(3, 2))::decimal(9, 6) as goods_share,
    (fee_percent * 0.01::decimal(3, 2))::decimal(9, 6) as fee_share,
    fee_per_payment
  from (
    select unnest(
      from_json(
        coalesce($costs::varchar, (select max(value) from settings where name = 'costs'), '[]'),
        '[{"from_day": "date", "goods_percent": "decimal(7, 4)", "fee_percent": "decimal(7, 4)", "fee_per_payment": "decimal(18, 6)"}]'
      ),
      recursive := true
    )
  )
),

converted_then as (
  select
    conversions.*,
    coalesce(converted(conversions.net_amount, day_rates.rate), 0) as amount,
    coalesce(converted(conversions.gross_amount, day_rates.rate), 0) as gross,
    lacks_rate(conversions.net_amount, day_rates.rate) as is_unpriced,
    if(conversions.net_amount <> 0 and day_rates.rate is null, conversions.currency, null) as unpriced_currency
  from conversions
  left join day_rates
    on day_rates.day = conversions.converted_day and day_rates.currency is not distinct from conversions.currency
  where
    conversions.conversion_key = $goal
    and conversions.is_counted
    and conversions.converted_day between $date_from::date and $date_to::date
),

counted as (
  select
    converted_then.conversion_no,
    converted_then.person_key,
    first_conversions.first_no = converted_then.conversion_no as is_new,
    first_conversions.first_day < $date_from::date as is_known_before,
    converted_then.amount,
    converted_then.is_unpriced,
    converted_then.unpriced_currency,
    coalesce(round(converted_then.amount * costs.goods_share, 6), 0)::decimal(28, 6) as goods,
    coalesce(round(converted_then.gross * costs.fee_share, 6) + if(converted_then.gross > 0, costs.fee_per_payment, 0), 0)::decimal(28, 6) as fees,
    converted_then.gross > 0 and costs.from_day is null as lacks_costs
  from converted_then
  join first_conversions using (person_key)
  asof left join costs on converted_then.converted_day >= costs.from_day
),

credited as (
  select
    case $dimension
      when 'channel' then chosen_origins.channel
      when 'source' then chosen_origins.source
      when 'campaign' then chosen_origins.campaign
      when 'ad' then coalesce(ad_keys.key, chosen_origins.ad_id, '(none)')
    end as key,
    counted.*,
    chosen_origins.is_paid,
    weighted_credit.weight::decimal(7, 0) as weight
  from weighted_credit
  join counted using (conversion_no)
  join chosen_origins using (origin_id)
  left join ad_keys
    on ad_keys.id = chosen_origins.ad_id and ad_keys.platform = chosen_origins.platform
    and ad_keys.account_id is not distinct from chosen_origins.account_id
  where weighted_credit.weight > 0
),

-- One row per key and person, and one per person for all keys together (key is null).
person_parts as (
  select
    key,
    person_key,
    bool_or(is_known_before) as is_known_before,
    sum(weight)::bigint as weight,
    sum(amount * weight) as value,
    bool_and(is_unpriced) as lacks_rates,
    sum(goods * weight) as goods,
    sum(fees * weight) as fees,
    bool_or(lacks_costs) as lacks_costs,
    coalesce(sum(weight) filter (where is_new), 0)::bigint as new_weight,
    coalesce(sum(amount * weight) filter (where is_new), 0)::decimal(38, 6) as new_value,
    bool_and(is_unpriced) filter (where is_new) as new_lacks_rates,
    coalesce(sum(weight) filter (where is_new and is_paid), 0)::bigint as new_paid_weight,
    coalesce(sum(amount * weight) filter (where is_new and is_paid), 0)::decimal(38, 6) as new_paid_value,
    bool_and(is_unpriced) filter (where is_new and is_paid) as new_paid_lacks_rates
  from credited
  group by grouping sets ((key, person_key), (person_key))
),

-- The same of all counted conversions, credited to a touch or not.
person_totals as (
  select
    person_key,
    bool_or(is_known_before) as is_known_before,
    count(*) * 1000000 as weight,
    (sum(amount) * 1000000)::decimal(38, 6) as value,
    bool_and(is_unpriced) as lacks_rates,
    (sum(goods) * 1000000)::decimal(38, 6) as goods,
    (sum(fees) * 1000000)::decimal(38, 6) as fees,
    bool_or(lacks_costs) as lacks_costs,
    count_if(is_new) * 1000000 as new_weight,
    (coalesce(sum(amount) filter (where is_new), 0) * 1000000)::decimal(38, 6) as new_value,
    bool_and(is_unpriced) filter (where is_new) as new_lacks_rates
  from counted
  group by person_key
),

earned as (
  select
    key,
    count(*) as people,
    count(*) filter (where is_known_before) as returning_people,
    sum(weight)::bigint as weight,
    known_sum(sum(value), bool_and(lacks_rates))::decimal(38, 6) as value,
    coalesce(sum(goods), 0)::decimal(38, 6) as goods,
    coalesce(sum(fees), 0)::decimal(38, 6) as fees,
    coalesce(bool_or(lacks_costs), false) as lacks_costs,
    sum(new_weight)::bigint as new_weight,
    known_sum(sum(new_value), bool_and(new_lacks_rates))::decimal(38, 6) as new_value,
    sum(new_paid_weight)::bigint as new_paid_weight,
    known_sum(sum(new_paid_value), bool_and(new_paid_lacks_rates))::decimal(38, 6) as new_paid_value,
    sum(new_weight::hugeint * new_weight) as new_squares,
    sum(money_unit(new_value) * money_unit(new_value)) as new_value_squares,
    sum(new_paid_weight::hugeint * new_paid_weight) as new_paid_squares,
    sum(money_unit(new_paid_value) * money_unit(new_paid_value)) as new_paid_value_squares,
    sum(money_unit(value) * money_unit(value)) as value_squares,
    sum(money_unit(value - new_value) * money_unit(value - new_value)) as returning_value_squares,
    sum(money_unit(value) * money_unit(value - new_value)) as returning_products
  from person_parts
  group by key
),

everything as (
  select
    count(*) as people,
    count(*) filter (where is_known_before) as returning_people,
    coalesce(sum(weight), 0)::bigint as weight,
    known_sum(sum(value), bool_and(lacks_rates))::decimal(38, 6) as value,
    coalesce(sum(goods), 0)::decimal(38, 6) as goods,
    coalesce(sum(fees), 0)::decimal(38, 6) as fees,
    coalesce(bool_or(lacks_costs), false) as lacks_costs,
    coalesce(sum(new_weight), 0)::bigint as new_weight,
    known_sum(sum(new_value), bool_and(new_lacks_rates))::decimal(38, 6) as new_value,
    coalesce(sum(new_weight::hugeint * new_weight), 0) as new_squares,
    coalesce(sum(money_unit(new_value) * money_unit(new_value)), 0) as new_value_squares,
    coalesce(sum(money_unit(value) * money_unit(value)), 0) as value_squares,
    coalesce(sum(money_unit(value - new_value) * money_unit(value - new_value)), 0) as returning_value_squares,
    coalesce(sum(money_unit(value) * money_unit(value - new_value)), 0) as returning_products
  from person_totals
),

placed as (
  select
    coalesce(
      ad_keys.key,
      spend_key($dimension, chosen_spend.channel, chosen_spend.source, chosen_spend.campaign, chosen_spend.adset, chosen_spend.ad)
    ) as key,
    chosen_spend.*
  from chosen_spend
  left join ad_keys
    on ad_keys.platform = chosen_spend.platform and ad_keys.account_id = chosen_spend.account_id and ad_keys.id = chosen_spend.ad
),

-- A cost or a rate is of the rows that report both of its parts: reports without clicks have no part in the cost of a click.
delivered as (
  select
    key,
    sum(amount) as spend,
    bool_and(is_unpriced) as lacks_rates,
    count_if(is_unpriced) > 0 as has_unpriced,
    sum(impressions)::bigint as impressions,
    sum(clicks)::bigint as clicks,
    sum(impressions) filter (where clicks is not null)::bigint as rate_impressions,
    sum(clicks) filter (where impressions is not null)::bigint as rate_clicks,
    sum(amount) filter (where clicks is not null)::decimal(38, 6) as clicks_spend,
    sum(clicks) filter (where amount is not null)::bigint as priced_clicks,
    sum(amount) filter (where impressions is not null)::decimal(38, 6) as impressions_spend,
    sum(impressions) filter (where amount is not null)::bigint as priced_impressions
  from placed
  group by grouping sets ((key), ())
),

measured_keys as (
  select distinct
    coalesce(
      ad_keys.key,
      spend_key($dimension, spend_places.channel, spend_places.source, spend_places.campaign, spend_places.adset, spend_places.ad)
    ) as key
  from spend_places
  semi join (
    select platform, account_id from spend_days where spend_day between $date_from::date and $date_to::date
  ) as reported using (platform, account_id)
  left join ad_keys
    on ad_keys.platform = spend_places.platform and ad_keys.account_id = spend_places.account_id and ad_keys.id = spend_places.ad
),

coverage as (
  select
    count_if(accounts_reported > 0) as covered_days,
    count_if(accounts_reported = 0 or accounts_reported < accounts_due) as missing_days
  from spend_coverage
  where day between $date_from::date and $date_to::date
),

ad_names as (
  select ad_keys.key, max_by(spend.ad_name, (spend.spend_day, spend.ad_name)) as label
  from spend
  join ad_keys on ad_keys.id = spend.ad_id and ad_keys.platform = spend.platform and ad_keys.account_id = spend.account_id
  where spend.ad_name is not null
  group by ad_keys.key
),

ad_places as (
  select key, max(platform) as platform, max(account_id) as account_id, max(id) as id from ad_keys group by key
),

-- The key of all keys together is null.
keys as (
  select key from earned
  union
  select key from delivered where has_unpriced or spend > 0 or impressions > 0 or clicks > 0
  union
  select null
),

answer_keys as (
  select
    keys.key,
    coalesce(ad_names.label, ad_places.id, keys.key, '') as label,
    ad_places.platform,
    ad_places.account_id,
    case
      when keys.key is null and coverage.covered_days = 0 then null
      when keys.key is not null and measured_keys.key is null then null
      else known_sum(delivered.spend, delivered.lacks_rates)
    end::decimal(38, 6) as spend,
    delivered.impressions,
    delivered.clicks,
    delivered.rate_impressions,
    delivered.rate_clicks,
    delivered.clicks_spend,
    delivered.priced_clicks,
    delivered.impressions_spend,
    delivered.priced_impressions,
    coalesce(earned.people, 0) as people,
    coalesce(earned.returning_people, 0) as returning_people,
    coalesce(earned.weight, 0) as weight,
    if(earned.weight is null, 0, earned.value)::decimal(38, 6) as value,
    coalesce(earned.goods, 0)::decimal(38, 6) as goods,
    coalesce(earned.fees, 0)::decimal(38, 6) as fees,
    coalesce(earned.lacks_costs, false) as lacks_costs,
    coalesce(earned.new_weight, 0) as new_weight,
    if(earned.weight is null, 0, earned.new_value)::decimal(38, 6) as new_value,
    coalesce(earned.new_paid_weight, 0) as new_paid_weight,
    if(earned.weight is null, 0, earned.new_paid_value)::decimal(38, 6) as new_paid_value,
    coalesce(earned.new_squares, 0) as new_squares,
    coalesce(earned.new_value_squares, 0) as new_value_squares,
    coalesce(earned.new_paid_squares, 0) as new_paid_squares,
    coalesce(earned.new_paid_value_squares, 0) as new_paid_value_squares,
    coalesce(earned.value_squares, 0) as value_squares,
    coalesce(earned.returning_value_squares, 0) as returning_value_squares,
    coalesce(earned.returning_products, 0) as returning_products
  from keys
  cross join coverage
  left join earned on earned.key is not distinct from keys.key
  left join delivered on delivered.key is not distinct from keys.key
  left join measured_keys on measured_keys.key = keys.key
  left join ad_names on ad_names.key = keys.key
  left join ad_places on ad_places.key = keys.key
),

unpriced as (
  select distinct unpriced_currency as currency from counted where unpriced_currency is not null
  union
  select currency from chosen_spend where is_unpriced
)

select
  asked.is_filtered,
  (select count(*) from costs) as costs,
  (select list({
    key: key, label: label, platform: platform, account_id: account_id, spend: spend, impressions: impressions, clicks: clicks,
    rate_impressions: rate_impressions, rate_clicks: rate_clicks, clicks_spend: clicks_spend, priced_clicks: priced_clicks,
    impressions_spend: impressions_spend, priced_impressions: priced_impressions, people: people, returning_people: returning_people,
    weight: weight, value: value, goods: goods, fees: fees, lacks_costs: lacks_costs, new_weight: new_weight, new_value: new_value, new_paid_weight: new_paid_weight, new_paid_value: new_paid_value,
    new_squares: new_squares, new_value_squares: new_value_squares, new_paid_squares: new_paid_squares,
    new_paid_value_squares: new_paid_value_squares, value_squares: value_squares, returning_value_squares: returning_value_squares,
    returning_products: returning_products
  } order by key is not null, spend desc nulls last, weight desc, key) from answer_keys) as keys,
  everything.people,
  everything.returning_people,
  everything.weight,
  everything.value,
  everything.goods,
  everything.fees,
  everything.lacks_costs,
  everything.new_weight,
  everything.new_value,
  everything.new_squares,
  everything.new_value_squares,
  everything.value_squares,
  everything.returning_value_squares,
  everything.returning_products,
  coverage.covered_days > 0 and coverage.missing_days > 0 as is_spend_incomplete,
  (select list(currency order by currency) from unpriced) as unpriced_currencies,
  (select list({ currency: currency, days: days, oldest: oldest } order by currency) from older_rates) as older_rates
from asked
cross join everything
cross join coverage
