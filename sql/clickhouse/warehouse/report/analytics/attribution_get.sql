-- One row: the whole answer. Its list `rows` holds one entry per key of the dimension, each with one entry per model asked.
-- Weights are millionths of a conversion; values are money times millionths.
-- needs: chosen_origins, chosen_spend, day_rates, older_rates, spend_coverage, spend_places, touch_places
with
(value, asked) -> multiIf(
  startsWith(asked, '='), coalesce(value = substring(asked, 2), false),
  startsWith(asked, '!'), value is distinct from substring(asked, 2),
  coalesce(value, '') in ('', '(none)', '(unknown)')
) as passes,

(money, rate) -> cast(multiIf(
  rate = 1, toDecimal128(money, 6),
  rate >= 0.5, round(money * toDecimal128(rate, 9), 6),
  rate < 0.5, round(money * least(rate, toDecimal128(0.5, 18)), 6),
  null
), 'Nullable(Decimal(28, 6))') as converted,

(money, rate) -> cast(
  multiIf(money is null, null, rate is not null, false, money <> 0, true, null), 'Nullable(Bool)'
) as lacks_rate,

(total, lacks_all) -> cast(
  if(coalesce(lacks_all, false), null, coalesce(total, toDecimal128(0, 6))), 'Nullable(Decimal(38, 6))'
) as known_sum,

(millionths) -> least(
  greatest(intDiv(toInt128(round(millionths, -2)), 100), toInt128(-10000000000000000)), toInt128(10000000000000000)
) as money_unit,

(channel, source, campaign, adset, ad) -> cast(multiIf(
  {dimension:String} = 'channel', channel, {dimension:String} = 'source', source, {dimension:String} = 'campaign', campaign,
  {dimension:String} = 'adset', adset, {dimension:String} = 'ad', ad, null
), 'Nullable(String)') as spend_key,

coalesce(
  {channel:Nullable(String)}, {source:Nullable(String)}, {medium:Nullable(String)}, {campaign:Nullable(String)},
  {device:Nullable(String)}, {country:Nullable(String)}
) is not null as has_filter,

(select coalesce(maxOrNullIf(value, name = 'model'), 'last_non_direct') from settings) as own_model,

if(empty({models:Array(String)}), [assumeNotNull(own_model)], {models:Array(String)}) as models_asked,

counted as (
  select
    conversions.conversion_no as conversion_no,
    conversions.person_key as person_key,
    coalesce(converted(conversions.net_amount, day_rates.rate), toDecimal128(0, 6)) as amount,
    lacks_rate(conversions.net_amount, day_rates.rate) as is_unpriced,
    if(conversions.net_amount <> 0 and day_rates.rate is null, cast(conversions.currency, 'Nullable(String)'), null) as unpriced_currency
  from conversions
  left join day_rates
    on day_rates.day = conversions.converted_day and day_rates.currency <=> cast(conversions.currency, 'Nullable(String)')
  where
    conversions.conversion_key = {goal:String}
    and conversions.is_counted
    and conversions.converted_day between {date_from:Date32} and {date_to:Date32}
),

-- One row per platform and account that has an id of an ad, or of an ad set, in its spend or in a visit.
ad_places as (
  select distinct
    cast(platform, 'Nullable(String)') as platform, cast(account_id, 'Nullable(String)') as account_id,
    if({dimension:String} = 'ad', ad_id, adset_id) as id
  from spend
  where {dimension:String} in ('ad', 'adset')
  union distinct
  select platform, account_id, if({dimension:String} = 'ad', ad_id, adset_id)
  from origins
  where {dimension:String} in ('ad', 'adset') and platform is not null
),

-- Ids that several have: they are other ads, whose key says whose they are.
shared_ids as (
  select id
  from ad_places
  where id is not null
  group by id
  having uniqExact(platform) > 1 or uniqExact(account_id) > 1
),

ad_keys as (
  select
    platform, account_id, id,
    cast(if(
      id in (select id from shared_ids), concatWithSeparator(':', assumeNotNull(platform), coalesce(account_id, ''), assumeNotNull(id)), id
    ), 'Nullable(String)') as key
  from ad_places
  where id is not null
),

key_places as (
  select key, maxOrNull(platform) as platform, maxOrNull(account_id) as account_id, maxOrNull(id) as id from ad_keys group by key
),

steps as (
  select
    credit.conversion_no as conversion_no,
    credit.touch_seq as touch_seq,
    credit.is_synthetic as is_synthetic,
    credit.first_touch as first_touch,
    credit.last_touch as last_touch,
    credit.last_non_direct as last_non_direct,
    credit.first_paid as first_paid,
    credit.last_paid as last_paid,
    credit.linear as linear,
    credit.position_based as position_based,
    credit.time_decay as time_decay,
    credit.data_driven as data_driven,
    counted.person_key as person_key,
    counted.amount as amount,
    counted.is_unpriced as is_unpriced,
    chosen_origins.is_paid as is_paid,
    cast(multiIf(
      {dimension:String} = 'channel', chosen_origins.channel,
      {dimension:String} = 'source', chosen_origins.source,
      {dimension:String} = 'medium', chosen_origins.medium,
      {dimension:String} = 'campaign', chosen_origins.campaign,
      {dimension:String} = 'adset', coalesce(ad_keys.key, chosen_origins.adset_id, '(none)'),
      {dimension:String} = 'ad', coalesce(ad_keys.key, chosen_origins.ad_id, '(none)'),
      {dimension:String} = 'landing_page', coalesce(touch_places.landing_path, '(none)'),
      {dimension:String} = 'country', coalesce(cast(touch_places.country, 'Nullable(String)'), '(unknown)'),
      coalesce(cast(touch_places.device, 'Nullable(String)'), '(unknown)')
    ), 'Nullable(String)') as key
  from credit
  join counted on counted.conversion_no = credit.conversion_no
  join chosen_origins on chosen_origins.origin_id = credit.origin_id
  left join ad_keys
    on ad_keys.id = if({dimension:String} = 'ad', chosen_origins.ad_id, chosen_origins.adset_id) and ad_keys.platform = chosen_origins.platform
    and ad_keys.account_id <=> chosen_origins.account_id
  left join touch_places on touch_places.touch_seq = credit.touch_seq and touch_places.is_synthetic = credit.is_synthetic
  where
    -- A touch counts where it is on the path that is weighed, or earns beyond it: all other models credit the path alone.
    (
      credit.is_candidate
      or (credit.first_touch > 0 and has(models_asked, 'first_touch'))
      or (credit.last_touch > 0 and has(models_asked, 'last_touch'))
      or (credit.first_paid > 0 and has(models_asked, 'first_paid'))
    )
    and ({device:Nullable(String)} is null or passes(touch_places.device, {device:Nullable(String)}))
    and ({country:Nullable(String)} is null or passes(touch_places.country, {country:Nullable(String)}))
),

-- One row per key.
touched as (
  select key, uniqExact(touch_seq * 2 + toInt64(is_synthetic)) as touches, uniqExact(conversion_no) as conversions_touched
  from steps
  group by key
),

total_touched as (
  select uniqExact(touch_seq * 2 + toInt64(is_synthetic)) as touches, uniqExact(conversion_no) as conversions_touched from steps
),

weights as (
  select
    steps.key as key,
    steps.person_key as person_key,
    steps.is_paid as is_paid,
    steps.amount as amount,
    steps.is_unpriced as is_unpriced,
    pair.1 as model,
    pair.2 as weight
  from steps
  array join [
    ('first_touch', first_touch), ('last_touch', last_touch), ('last_non_direct', last_non_direct), ('first_paid', first_paid),
    ('last_paid', last_paid), ('linear', linear), ('position_based', position_based), ('time_decay', time_decay),
    ('data_driven', data_driven)
  ] as pair
  where has(models_asked, pair.1) and pair.2 > 0
),

earned as (
  select
    key,
    model,
    toInt64(sum(weight)) as weight,
    sum(amount * weight) as value,
    toInt64(sumIf(weight, is_paid)) as paid_weight,
    sumIf(amount * weight, is_paid) as paid_value,
    toInt64(sumIf(weight, is_unpriced)) as unpriced_weight,
    toInt64(sumIf(weight, is_unpriced and is_paid)) as unpriced_paid_weight,
    toInt64(sumIf(weight, not is_unpriced)) as priced_weight,
    toInt64(sumIf(weight, not is_unpriced and is_paid)) as priced_paid_weight
  from weights
  group by key, model
),

earned_lists as (
  select
    key,
    arraySort(entry -> entry.1, groupArray(cast(
      (model, weight, value, paid_weight, paid_value, unpriced_weight, unpriced_paid_weight, priced_weight, priced_paid_weight),
      'Tuple(model String, weight Int64, value Decimal(38, 6), paid_weight Int64, paid_value Decimal(38, 6), unpriced_weight Int64, unpriced_paid_weight Int64, priced_weight Int64, priced_paid_weight Int64)'
    ))) as models
  from earned
  group by key
),

-- How unequal people are, asked with intervals: of each person's share of a figure the square. The key is null for all keys together.
shares as (
  select key, model, person_key, weight, is_paid, amount from weights where {asks_spread:Bool}
  union all
  select null, model, person_key, weight, is_paid, amount from weights where {asks_spread:Bool}
),

person_shares as (
  select
    key,
    model,
    person_key,
    toInt128(sum(weight)) as weight,
    money_unit(sum(amount * weight)) as value,
    toInt128(sumIf(weight, is_paid)) as paid_weight,
    money_unit(sumIf(amount * weight, is_paid)) as paid_value
  from shares
  group by key, model, person_key
),

-- Of all counted conversions, credited or not: the totals where no filter is asked.
person_totals as (
  select
    toInt128(count()) * 1000000 as weight,
    money_unit(sum(amount) * 1000000) as value
  from counted
  where {asks_spread:Bool}
  group by person_key
),

spread as (
  select
    key,
    model,
    toInt128(sum(weight * weight)) as weight_squares,
    toInt128(sum(value * value)) as value_squares,
    toInt128(sum(paid_weight * paid_weight)) as paid_weight_squares,
    toInt128(sum(paid_value * paid_value)) as paid_value_squares
  from person_shares
  group by key, model
),

total_spread as (
  select toInt128(sum(weight * weight)) as weight_squares, toInt128(sum(value * value)) as value_squares from person_totals
),

spend_by_key as (
  select
    coalesce(ad_keys.key, spend_key(chosen_spend.channel, chosen_spend.source, chosen_spend.campaign, chosen_spend.adset, chosen_spend.ad)) as key,
    sumOrNull(chosen_spend.amount) as spend,
    countIf(chosen_spend.is_unpriced) > 0 as has_unpriced,
    min(chosen_spend.is_unpriced) as lacks_rates
  from chosen_spend
  left join ad_keys
    on ad_keys.platform = chosen_spend.platform and ad_keys.account_id = chosen_spend.account_id
    and ad_keys.id = if({dimension:String} = 'ad', chosen_spend.ad, chosen_spend.adset)
  group by key
),

measured_keys as (
  select distinct
    coalesce(ad_keys.key, spend_key(reported.channel, reported.source, reported.campaign, reported.adset, reported.ad)) as key
  from (
    select platform, account_id, channel, source, campaign, adset, ad
    from spend_places
    where (platform, account_id) in (
      select platform, account_id from spend_days where spend_day between {date_from:Date32} and {date_to:Date32}
    )
  ) as reported
  left join ad_keys
    on ad_keys.platform = reported.platform and ad_keys.account_id = reported.account_id
    and ad_keys.id = if({dimension:String} = 'ad', reported.ad, reported.adset)
),

ad_names as (
  select ad_keys.key as key, argMax(spend.ad_name, (spend.spend_day, spend.ad_name)) as label
  from spend
  join ad_keys on ad_keys.id = spend.ad_id and ad_keys.platform = spend.platform and ad_keys.account_id = spend.account_id
  where {dimension:String} = 'ad' and spend.ad_name is not null
  group by ad_keys.key
  union all
  select ad_keys.key, argMax(spend.adset_name, (spend.spend_day, spend.adset_name))
  from spend
  join ad_keys on ad_keys.id = spend.adset_id and ad_keys.platform = spend.platform and ad_keys.account_id = spend.account_id
  where {dimension:String} = 'adset' and spend.adset_name is not null
  group by ad_keys.key
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
  select key from spend_by_key where key is not null and (has_unpriced or spend > 0)
),

answer_rows as (
  select
    keys.key as key,
    coalesce(ad_names.label, key_places.id, keys.key) as label,
    key_places.platform as platform,
    key_places.account_id as account_id,
    toInt64(coalesce(touched.touches, 0)) as touches,
    toInt64(coalesce(touched.conversions_touched, 0)) as conversions_touched,
    if(measured_keys.key is null, null, known_sum(spend_by_key.spend, spend_by_key.lacks_rates)) as spend,
    earned_lists.models as models
  from keys
  left join touched on touched.key = keys.key
  left join measured_keys on measured_keys.key = keys.key
  left join spend_by_key on spend_by_key.key = keys.key
  left join earned_lists on earned_lists.key = keys.key
  left join ad_names on ad_names.key = keys.key
  left join key_places on key_places.key = keys.key
),

total_spend as (
  select sumOrNull(amount) as spend, min(is_unpriced) as lacks_rates from chosen_spend
),

unpriced as (
  select unpriced_currency as currency from counted where unpriced_currency is not null
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
  cast(has_filter, 'Bool') as is_filtered,
  models_asked as models,
  toInt64((select count() from counted)) as conversions,
  (select cast(sum(amount), 'Decimal(38, 6)') from counted) as amount,
  toInt64((select count(unpriced_currency) from counted)) as unpriced_conversions,
  toInt64((select countIf(not is_unpriced) from counted)) as priced_conversions,
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
    from spread
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
