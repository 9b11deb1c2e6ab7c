-- One row: the whole answer. Its list `rows` holds one entry per key of the dimension, each with one entry per model asked.
-- Weights are millionths of a conversion; values are money times millionths.
-- needs: ad_labels, chosen_models, chosen_spend, credit_spread, credited_steps, key_credit, key_spend, measured_keys, older_rates
-- needs: priced_conversions, spend_coverage
with
(total, lacks_all) -> cast(
  if(coalesce(lacks_all, false), null, coalesce(total, toDecimal128(0, 6))), 'Nullable(Decimal(38, 6))'
) as known_sum,

(millionths) -> least(
  greatest(intDiv(toInt128(round(millionths, -2)), 100), toInt128(-10000000000000000)), toInt128(10000000000000000)
) as money_unit,

-- One row per key.
touched as (
  select key, uniqExact(touch_seq * 2 + toInt64(is_synthetic)) as touches, uniqExact(conversion_no) as conversions_touched
  from credited_steps
  group by key
),

total_touched as (
  select uniqExact(touch_seq * 2 + toInt64(is_synthetic)) as touches, uniqExact(conversion_no) as conversions_touched from credited_steps
),

-- Of all counted conversions, credited or not: the totals where no filter is asked.
person_totals as (
  select
    toInt128(count()) * 1000000 as weight,
    money_unit(sum(amount) * 1000000) as value
  from priced_conversions
  where {asks_spread:Bool}
  group by person_key
),

total_spread as (
  select toInt128(sum(weight * weight)) as weight_squares, toInt128(sum(value * value)) as value_squares from person_totals
),

coverage as (
  select
    countIf(accounts_reported > 0) as covered_days,
    countIf(accounts_reported = 0 or accounts_reported < accounts_due) as missing_days
  from spend_coverage
  where day between {date_from:Date32} and {date_to:Date32}
),

keys as (
  select key from touched where key is not null
  union distinct
  select key from key_spend where key is not null and (has_unpriced or spend > 0)
),

answer_rows as (
  select
    keys.key as key,
    coalesce(ad_labels.label, keys.key) as label,
    ad_labels.platform as platform,
    ad_labels.account_id as account_id,
    toInt64(coalesce(touched.touches, 0)) as touches,
    toInt64(coalesce(touched.conversions_touched, 0)) as conversions_touched,
    if(measured_keys.key is null, null, known_sum(key_spend.spend, key_spend.lacks_rates)) as spend,
    key_credit.models as models
  from keys
  left join touched on touched.key = keys.key
  left join measured_keys on measured_keys.key = keys.key
  left join key_spend on key_spend.key = keys.key
  left join key_credit on key_credit.key = keys.key
  left join ad_labels on ad_labels.key = keys.key
),

total_spend as (
  select anyOrNull(spend) as spend, anyOrNull(lacks_rates) as lacks_rates from key_spend where key is null
),

unpriced as (
  select unpriced_currency as currency from priced_conversions where unpriced_currency is not null
  union distinct
  select toNullable(currency) from chosen_spend where is_unpriced
),

fit as (
  select
    anyOrNull(base_probability) as base_probability,
    anyOrNull(conversions) as conversions,
    arraySort(entry -> entry.1, groupArray(cast((channel, removal_effect), 'Tuple(channel String, removal_effect Decimal(18, 9))'))) as channels
  from fits
  where conversion_key = {goal:String}
)

select
  (select maxOrNullIf(value, name = 'currency') from settings) as currency,
  {is_filtered:Bool} as is_filtered,
  (select groupArray(model) from chosen_models) as models,
  toInt64((select count() from priced_conversions)) as conversions,
  (select cast(sum(amount), 'Decimal(38, 6)') from priced_conversions) as amount,
  toInt64((select count(unpriced_currency) from priced_conversions)) as unpriced_conversions,
  toInt64((select countIf(not is_unpriced) from priced_conversions)) as priced_conversions,
  (
    select arraySort(entry -> entry.1, groupArray(cast(
      (assumeNotNull(key), assumeNotNull(label), platform, account_id, touches, conversions_touched, spend, models),
      'Tuple(key String, label String, platform Nullable(String), account_id Nullable(String), touches Int64, conversions_touched Int64, spend Nullable(Decimal(38, 6)), models Array(Tuple(model String, weight Int64, value Decimal(38, 6), paid_weight Int64, paid_value Decimal(38, 6), unpriced_weight Int64, unpriced_paid_weight Int64, priced_weight Int64, priced_paid_weight Int64)))'
    )))
    from answer_rows
  ) as rows,
  toInt64(total_touched.touches) as touches,
  toInt64(total_touched.conversions_touched) as conversions_touched,
  if(coverage.covered_days = 0, null, known_sum(total_spend.spend, total_spend.lacks_rates)) as spend,
  cast(coverage.covered_days > 0 and coverage.missing_days > 0, 'Bool') as is_spend_incomplete,
  (select arraySort(groupArray(assumeNotNull(currency))) from unpriced) as unpriced_currencies,
  (
    select arraySort(groupArray(cast((currency, days, oldest), 'Tuple(currency Nullable(String), days Int32, oldest Int32)')))
    from older_rates
  ) as older_rates,
  (
    select arraySort(groupArray(cast(
      (key, model, weight_squares, value_squares, paid_weight_squares, paid_value_squares),
      'Tuple(key Nullable(String), model String, weight_squares Int128, value_squares Int128, paid_weight_squares Int128, paid_value_squares Int128)'
    )))
    from credit_spread
  ) as spread,
  total_spread.weight_squares as total_weight_squares,
  total_spread.value_squares as total_value_squares,
  fit.base_probability as base_probability,
  fit.conversions as fitted_conversions,
  fit.channels as fitted_channels
from coverage
cross join total_spend
cross join total_touched
cross join total_spread
cross join fit;
