-- One row: what ads cost and whom they won, by key of the dimension. Weights are millionths of a conversion, values money times millionths.
-- A person is new with their first counted conversion of the goal; every later one is of a returning customer.
-- needs: ad_labels, all_earnings, chosen_spend, costs_in_force, key_earnings, key_spend, known_sum, measured_keys, older_rates
-- needs: priced_conversions, spend_coverage
-- columns: keys?, keys.key?, keys.platform?, keys.account_id?, keys.spend?, keys.impressions?, keys.clicks?, keys.rate_impressions?
-- columns: keys.rate_clicks?, keys.priced_clicks?, keys.priced_impressions?, keys.value?, keys.new_value?, keys.new_paid_value?, value?
-- columns: keys.clicks_spend?, keys.impressions_spend?, new_value?, unpriced_currencies?, older_rates?
with
coverage as (
  select
    count_if(accounts_reported > 0) as covered_days,
    count_if(accounts_reported = 0 or accounts_reported < accounts_due) as missing_days
  from spend_coverage
  where day between $date_from::date and $date_to::date
),

-- The key of all keys together is null.
keys as (
  select key from key_earnings
  union
  select key from key_spend where has_unpriced or spend > 0 or impressions > 0 or clicks > 0
  union
  select null
),

answer_keys as (
  select
    keys.key,
    coalesce(ad_labels.label, keys.key, '') as label,
    ad_labels.platform,
    ad_labels.account_id,
    case
      when keys.key is null and coverage.covered_days = 0 then null
      when keys.key is not null and measured_keys.key is null then null
      else known_sum(key_spend.spend, key_spend.lacks_rates)
    end::decimal(38, 6) as spend,
    key_spend.impressions,
    key_spend.clicks,
    key_spend.rate_impressions,
    key_spend.rate_clicks,
    key_spend.clicks_spend,
    key_spend.priced_clicks,
    key_spend.impressions_spend,
    key_spend.priced_impressions,
    coalesce(key_earnings.people, 0) as people,
    coalesce(key_earnings.returning_people, 0) as returning_people,
    coalesce(key_earnings.weight, 0) as weight,
    if(key_earnings.weight is null, 0, key_earnings.value)::decimal(38, 6) as value,
    coalesce(key_earnings.goods, 0)::decimal(38, 6) as goods,
    coalesce(key_earnings.fees, 0)::decimal(38, 6) as fees,
    coalesce(key_earnings.lacks_costs, false) as lacks_costs,
    coalesce(key_earnings.new_weight, 0) as new_weight,
    if(key_earnings.weight is null, 0, key_earnings.new_value)::decimal(38, 6) as new_value,
    coalesce(key_earnings.new_paid_weight, 0) as new_paid_weight,
    if(key_earnings.weight is null, 0, key_earnings.new_paid_value)::decimal(38, 6) as new_paid_value,
    coalesce(key_earnings.new_squares, 0) as new_squares,
    coalesce(key_earnings.new_value_squares, 0) as new_value_squares,
    coalesce(key_earnings.new_paid_squares, 0) as new_paid_squares,
    coalesce(key_earnings.new_paid_value_squares, 0) as new_paid_value_squares,
    coalesce(key_earnings.value_squares, 0) as value_squares,
    coalesce(key_earnings.returning_value_squares, 0) as returning_value_squares,
    coalesce(key_earnings.returning_products, 0) as returning_products
  from keys
  cross join coverage
  left join key_earnings on key_earnings.key is not distinct from keys.key
  left join key_spend on key_spend.key is not distinct from keys.key
  left join measured_keys on measured_keys.key = keys.key
  left join ad_labels on ad_labels.key = keys.key
),

unpriced as (
  select distinct unpriced_currency as currency from priced_conversions where unpriced_currency is not null
  union
  select currency from chosen_spend where is_unpriced
)

select
  $is_filtered::boolean as is_filtered,
  (select count(*) from costs_in_force) as costs,
  (select list({
    key: key, label: label, platform: platform, account_id: account_id, spend: spend, impressions: impressions, clicks: clicks,
    rate_impressions: rate_impressions, rate_clicks: rate_clicks, clicks_spend: clicks_spend, priced_clicks: priced_clicks,
    impressions_spend: impressions_spend, priced_impressions: priced_impressions, people: people, returning_people: returning_people,
    weight: weight, value: value, goods: goods, fees: fees, lacks_costs: lacks_costs, new_weight: new_weight, new_value: new_value, new_paid_weight: new_paid_weight, new_paid_value: new_paid_value,
    new_squares: new_squares, new_value_squares: new_value_squares, new_paid_squares: new_paid_squares,
    new_paid_value_squares: new_paid_value_squares, value_squares: value_squares, returning_value_squares: returning_value_squares,
    returning_products: returning_products
  } order by key is not null, spend desc nulls last, weight desc, key) from answer_keys) as keys,
  all_earnings.people,
  all_earnings.returning_people,
  all_earnings.weight,
  all_earnings.value,
  all_earnings.goods,
  all_earnings.fees,
  all_earnings.lacks_costs,
  all_earnings.new_weight,
  all_earnings.new_value,
  all_earnings.new_squares,
  all_earnings.new_value_squares,
  all_earnings.value_squares,
  all_earnings.returning_value_squares,
  all_earnings.returning_products,
  coverage.covered_days > 0 and coverage.missing_days > 0 as is_spend_incomplete,
  (select list(currency order by currency) from unpriced) as unpriced_currencies,
  (select list({ currency: currency, days: days, oldest: oldest } order by currency) from older_rates) as older_rates
from all_earnings
cross join coverage
