-- One row: what ads cost and whom they won, by key of the dimension. Weights are millionths of a conversion, values money times millionths.
-- A person is new with their first counted conversion of the goal; every later one is of a returning customer.
-- needs: ad_labels, all_earnings, chosen_spend, costs_in_force, key_earnings, key_spend, measured_keys, older_rates, priced_conversions
-- needs: spend_coverage
with
(total, lacks_all) -> cast(
  if(coalesce(lacks_all, false), null, coalesce(total, toDecimal128(0, 6))), 'Nullable(Decimal(38, 6))'
) as known_sum,

coverage as (
  select
    countIf(accounts_reported > 0) as covered_days,
    countIf(accounts_reported = 0 or accounts_reported < accounts_due) as missing_days
  from spend_coverage
  where day between {date_from:Date32} and {date_to:Date32}
),

-- The key of all keys together is null.
keys as (
  select key from key_earnings
  union distinct
  select key from key_spend where has_unpriced or spend > 0 or impressions > 0 or clicks > 0
  union distinct
  select null
),

answer_keys as (
  select
    keys.key as key,
    coalesce(ad_labels.label, keys.key, '') as label,
    ad_labels.platform as platform,
    ad_labels.account_id as account_id,
    multiIf(
      keys.key is null and coverage.covered_days = 0, null,
      keys.key is not null and measured_keys.key is null, null,
      known_sum(key_spend.spend, key_spend.lacks_rates)
    ) as spend,
    key_spend.impressions as impressions,
    key_spend.clicks as clicks,
    key_spend.rate_impressions as rate_impressions,
    key_spend.rate_clicks as rate_clicks,
    key_spend.clicks_spend as clicks_spend,
    key_spend.priced_clicks as priced_clicks,
    key_spend.impressions_spend as impressions_spend,
    key_spend.priced_impressions as priced_impressions,
    coalesce(key_earnings.people, 0) as people,
    coalesce(key_earnings.returning_people, 0) as returning_people,
    coalesce(key_earnings.weight, 0) as weight,
    if(key_earnings.weight is null, toDecimal128(0, 6), key_earnings.value) as value,
    coalesce(key_earnings.goods, toDecimal128(0, 6)) as goods,
    coalesce(key_earnings.fees, toDecimal128(0, 6)) as fees,
    coalesce(key_earnings.lacks_costs, false) as lacks_costs,
    coalesce(key_earnings.new_weight, 0) as new_weight,
    if(key_earnings.weight is null, toDecimal128(0, 6), key_earnings.new_value) as new_value,
    coalesce(key_earnings.new_paid_weight, 0) as new_paid_weight,
    if(key_earnings.weight is null, toDecimal128(0, 6), key_earnings.new_paid_value) as new_paid_value,
    coalesce(key_earnings.new_squares, toInt128(0)) as new_squares,
    coalesce(key_earnings.new_value_squares, toInt128(0)) as new_value_squares,
    coalesce(key_earnings.new_paid_squares, toInt128(0)) as new_paid_squares,
    coalesce(key_earnings.new_paid_value_squares, toInt128(0)) as new_paid_value_squares,
    coalesce(key_earnings.value_squares, toInt128(0)) as value_squares,
    coalesce(key_earnings.returning_value_squares, toInt128(0)) as returning_value_squares,
    coalesce(key_earnings.returning_products, toInt128(0)) as returning_products
  from keys
  cross join coverage
  left join key_earnings on key_earnings.key <=> keys.key
  left join key_spend on key_spend.key <=> keys.key
  left join measured_keys on measured_keys.key = keys.key
  left join ad_labels on ad_labels.key = keys.key
),

unpriced as (
  select unpriced_currency as currency from priced_conversions where unpriced_currency is not null
  union distinct
  select toNullable(currency) from chosen_spend where is_unpriced
)

select
  {is_filtered:Bool} as is_filtered,
  toInt64((select count() from costs_in_force)) as costs,
  (
    -- All keys together first, then the most spend, those without any last.
    select arraySort(entry -> (
      entry.1 is not null, entry.5 is null, -coalesce(entry.5, toDecimal128(0, 6)), -entry.16, coalesce(entry.1, '')
    ), groupArray(cast(
      (
        key, label, platform, account_id, spend, impressions, clicks, rate_impressions, rate_clicks, clicks_spend, priced_clicks,
        impressions_spend, priced_impressions, people, returning_people, weight, value, goods, fees, lacks_costs, new_weight, new_value,
        new_paid_weight, new_paid_value, new_squares, new_value_squares, new_paid_squares, new_paid_value_squares, value_squares,
        returning_value_squares, returning_products
      ),
      'Tuple(key Nullable(String), label String, platform Nullable(String), account_id Nullable(String), spend Nullable(Decimal(38, 6)), impressions Nullable(Int64), clicks Nullable(Int64), rate_impressions Nullable(Int64), rate_clicks Nullable(Int64), clicks_spend Nullable(Decimal(38, 6)), priced_clicks Nullable(Int64), impressions_spend Nullable(Decimal(38, 6)), priced_impressions Nullable(Int64), people Int64, returning_people Int64, weight Int64, value Nullable(Decimal(38, 6)), goods Decimal(38, 6), fees Decimal(38, 6), lacks_costs Bool, new_weight Int64, new_value Nullable(Decimal(38, 6)), new_paid_weight Int64, new_paid_value Nullable(Decimal(38, 6)), new_squares Int128, new_value_squares Int128, new_paid_squares Int128, new_paid_value_squares Int128, value_squares Int128, returning_value_squares Int128, returning_products Int128)'
    )))
    from answer_keys
  ) as keys,
  all_earnings.people as people,
  all_earnings.returning_people as returning_people,
  all_earnings.weight as weight,
  all_earnings.value as value,
  all_earnings.goods as goods,
  all_earnings.fees as fees,
  all_earnings.lacks_costs as lacks_costs,
  all_earnings.new_weight as new_weight,
  all_earnings.new_value as new_value,
  all_earnings.new_squares as new_squares,
  all_earnings.new_value_squares as new_value_squares,
  all_earnings.value_squares as value_squares,
  all_earnings.returning_value_squares as returning_value_squares,
  all_earnings.returning_products as returning_products,
  cast(coverage.covered_days > 0 and coverage.missing_days > 0, 'Bool') as is_spend_incomplete,
  (select arraySort(groupArray(assumeNotNull(currency))) from unpriced) as unpriced_currencies,
  (
    select arraySort(groupArray(cast((currency, days, oldest), 'Tuple(currency Nullable(String), days Int32, oldest Int32)')))
    from older_rates
  ) as older_rates
from all_earnings
cross join coverage;
