-- One row: the whole answer. Its list `rows` holds one entry per key of the dimension, each with one entry per model asked.
-- Weights are millionths of a conversion; values are money times millionths.
-- needs: ad_labels, chosen_models, chosen_spend, credit_spread, credited_steps, key_credit, key_spend, known_sum, measured_keys, money_unit
-- needs: older_rates, priced_conversions, spend_coverage
-- columns: models[] 'first_touch'|'last_touch'|'last_non_direct'|'first_paid'|'last_paid'|'linear'|'position_based'|'time_decay'|'data_driven'
-- columns: rows?, rows.platform?, rows.account_id?, rows.spend?, spend?, spread?, spread.key?, unpriced_currencies?, older_rates?, base_probability?, fitted_conversions?, fitted_channels?
with
settings_in_force as (
  select max(value) as currency from settings where name = 'currency'
),

-- One row per key, and one for all keys together (key is null).
touched as (
  select
    key,
    count(distinct touch_seq * 2 + is_synthetic::bigint) as touches,
    count(distinct conversion_no) as conversions_touched
  from credited_steps
  group by grouping sets ((key), ())
),

-- Of all counted conversions, credited or not: the totals where no filter is asked.
person_totals as (
  select count(*)::hugeint * 1000000 as weight, money_unit(sum(amount) * 1000000) as value
  from priced_conversions
  where $asks_spread::boolean
  group by person_key
),

total_spread as (
  select coalesce(sum(weight * weight), 0) as weight_squares, coalesce(sum(value * value), 0) as value_squares from person_totals
),

coverage as (
  select
    count_if(accounts_reported > 0) as covered_days,
    count_if(accounts_reported = 0 or accounts_reported < accounts_due) as missing_days
  from spend_coverage
  where day between $date_from::date and $date_to::date
),

keys as (
  select key from touched where key is not null
  union
  select key from key_spend where key is not null and (has_unpriced or spend > 0)
),

answer_rows as (
  select
    keys.key,
    coalesce(ad_labels.label, keys.key) as label,
    ad_labels.platform,
    ad_labels.account_id,
    coalesce(touched.touches, 0) as touches,
    coalesce(touched.conversions_touched, 0) as conversions_touched,
    case
      when measured_keys.key is null then null
      else known_sum(key_spend.spend, key_spend.lacks_rates)
    end::decimal(38, 6) as spend,
    coalesce(key_credit.models, []) as models
  from keys
  left join touched using (key)
  left join measured_keys using (key)
  left join key_spend using (key)
  left join key_credit using (key)
  left join ad_labels using (key)
),

total_spend as (
  select spend, lacks_rates from key_spend where key is null
),

total_touched as (
  select touches, conversions_touched from touched where key is null
),

unpriced as (
  select distinct unpriced_currency as currency from priced_conversions where unpriced_currency is not null
  union
  select currency from chosen_spend where is_unpriced
),

fit as (
  select
    any_value(fits.base_probability) as base_probability,
    any_value(fits.conversions) as conversions,
    list({ channel: fits.channel, removal_effect: fits.removal_effect } order by fits.channel) as channels
  from fits
  where fits.conversion_key = $goal
)

select
  settings_in_force.currency,
  $is_filtered::boolean as is_filtered,
  (select list(model) from chosen_models) as models,
  (select count(*) from priced_conversions) as conversions,
  (select coalesce(sum(amount), 0)::decimal(38, 6) from priced_conversions) as amount,
  (select count(unpriced_currency) from priced_conversions) as unpriced_conversions,
  (select count(*) filter (where not is_unpriced) from priced_conversions) as priced_conversions,
  (select list({
    key: key, label: label, platform: platform, account_id: account_id, touches: touches, conversions_touched: conversions_touched, spend: spend, models: models
  } order by key) from answer_rows) as rows,
  total_touched.touches,
  total_touched.conversions_touched,
  case
    when coverage.covered_days = 0 then null
    else known_sum(total_spend.spend, total_spend.lacks_rates)
  end::decimal(38, 6) as spend,
  coverage.covered_days > 0 and coverage.missing_days > 0 as is_spend_incomplete,
  (select list(currency order by currency) from unpriced) as unpriced_currencies,
  (select list({ currency: currency, days: days, oldest: oldest } order by currency) from older_rates) as older_rates,
  (select list({
    key: key, model: model, weight_squares: weight_squares, value_squares: value_squares, paid_weight_squares: paid_weight_squares,
    paid_value_squares: paid_value_squares
  } order by key, model) from credit_spread) as spread,
  total_spread.weight_squares as total_weight_squares,
  total_spread.value_squares as total_value_squares,
  fit.base_probability,
  fit.conversions as fitted_conversions,
  fit.channels as fitted_channels
from settings_in_force
cross join coverage
cross join total_spend
cross join total_touched
cross join total_spread
cross join fit
