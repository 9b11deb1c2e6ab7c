-- One row: the whole answer. Its list `rows` holds one entry per key of the dimension, each with one entry per model asked.
-- Weights are millionths of a conversion; values are money times millionths.
-- needs: chosen_origins, chosen_spend, converted, credit_in_reach, day_rates, known_sum, lacks_rate, money_unit, older_rates, passes, spend_coverage, spend_key, spend_places, touch_places
-- columns: models[] 'first_touch'|'last_touch'|'last_non_direct'|'first_paid'|'last_paid'|'linear'|'position_based'|'time_decay'|'data_driven'
-- columns: rows?, rows.platform?, rows.account_id?, rows.spend?, spend?, spread?, spread.key?, unpriced_currencies?, older_rates?, base_probability?, fitted_conversions?, fitted_channels?
with
asked as (
  select
    coalesce($channel, $source, $medium, $campaign, $device, $country)::varchar is not null as is_filtered
),

settings_in_force as (
  select max(value) filter (where name = 'currency') as currency, coalesce(max(value) filter (where name = 'model'), 'last_non_direct') as model
  from settings
),

models_asked as (
  select unnest(coalesce($models::varchar[], [model])) as model from settings_in_force
),

counted as (
  select
    conversions.conversion_no,
    conversions.person_key,
    coalesce(converted(conversions.net_amount, day_rates.rate), 0) as amount,
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

-- One row per platform and account that has an id of an ad, or of an ad set, in its spend or in a visit.
ad_places as (
  select distinct platform, account_id, if($dimension = 'ad', ad_id, adset_id) as id
  from spend
  where $dimension in ('ad', 'adset')
  union
  select platform, account_id, if($dimension = 'ad', ad_id, adset_id)
  from origins
  where $dimension in ('ad', 'adset') and platform is not null
),

-- Ids that several have: they are other ads, whose key says whose they are.
shared_ids as (
  select id
  from ad_places
  where id is not null
  group by id
  having count(distinct platform) > 1 or count(distinct account_id) > 1
),

ad_keys as (
  select
    ad_places.*,
    if(shared_ids.id is null, ad_places.id, concat_ws(':', ad_places.platform, coalesce(ad_places.account_id, ''), ad_places.id)) as key
  from ad_places
  left join shared_ids using (id)
),

key_places as (
  select key, max(platform) as platform, max(account_id) as account_id, max(id) as id from ad_keys where id is not null group by key
),

steps as (
  select
    credit_in_reach.*,
    counted.person_key,
    counted.amount,
    counted.is_unpriced,
    chosen_origins.is_paid,
    case $dimension
      when 'channel' then chosen_origins.channel
      when 'source' then chosen_origins.source
      when 'medium' then chosen_origins.medium
      when 'campaign' then chosen_origins.campaign
      when 'adset' then coalesce(ad_keys.key, chosen_origins.adset_id, '(none)')
      when 'ad' then coalesce(ad_keys.key, chosen_origins.ad_id, '(none)')
      when 'landing_page' then coalesce(touch_places.landing_path, '(none)')
      when 'country' then coalesce(touch_places.country, '(unknown)')
      when 'device' then coalesce(touch_places.device, '(unknown)')
    end as key
  from credit_in_reach
  join counted using (conversion_no)
  join chosen_origins using (origin_id)
  left join ad_keys
    on ad_keys.id = if($dimension = 'ad', chosen_origins.ad_id, chosen_origins.adset_id) and ad_keys.platform = chosen_origins.platform
    and ad_keys.account_id is not distinct from chosen_origins.account_id
  left join touch_places
    on touch_places.touch_seq = credit_in_reach.touch_seq and touch_places.is_synthetic = credit_in_reach.is_synthetic
  where
    -- A touch counts where it is on the path that is weighed, or earns beyond it: all other models credit the path alone.
    (
      credit_in_reach.is_candidate
      or (credit_in_reach.first_touch > 0 and 'first_touch' in (select model from models_asked))
      or (credit_in_reach.last_touch > 0 and 'last_touch' in (select model from models_asked))
      or (credit_in_reach.first_paid > 0 and 'first_paid' in (select model from models_asked))
    )
    and ($device::varchar is null or passes(touch_places.device, $device))
    and ($country::varchar is null or passes(touch_places.country, $country))
),

-- One row per key, and one for all keys together (key is null).
touched as (
  select
    key,
    count(distinct touch_seq * 2 + is_synthetic::bigint) as touches,
    count(distinct conversion_no) as conversions_touched
  from steps
  group by grouping sets ((key), ())
),

weights as (
  select
    steps.key,
    steps.person_key,
    steps.is_paid,
    steps.amount,
    steps.is_unpriced,
    models_asked.model,
    case models_asked.model
      when 'first_touch' then steps.first_touch
      when 'last_touch' then steps.last_touch
      when 'last_non_direct' then steps.last_non_direct
      when 'first_paid' then steps.first_paid
      when 'last_paid' then steps.last_paid
      when 'linear' then steps.linear
      when 'position_based' then steps.position_based
      when 'time_decay' then steps.time_decay
      when 'data_driven' then steps.data_driven
    end::decimal(7, 0) as weight
  from steps
  cross join models_asked
),

earned as (
  select
    key,
    model,
    sum(weight)::bigint as weight,
    sum(amount * weight) as value,
    coalesce(sum(weight) filter (where is_paid), 0)::bigint as paid_weight,
    coalesce(sum(amount * weight) filter (where is_paid), 0)::decimal(38, 6) as paid_value,
    coalesce(sum(weight) filter (where is_unpriced), 0)::bigint as unpriced_weight,
    coalesce(sum(weight) filter (where is_unpriced and is_paid), 0)::bigint as unpriced_paid_weight,
    coalesce(sum(weight) filter (where not is_unpriced), 0)::bigint as priced_weight,
    coalesce(sum(weight) filter (where not is_unpriced and is_paid), 0)::bigint as priced_paid_weight
  from weights
  where weight > 0
  group by key, model
),

earned_lists as (
  select
    key,
    list({
      model: model, weight: weight, value: value, paid_weight: paid_weight, paid_value: paid_value, unpriced_weight: unpriced_weight,
      unpriced_paid_weight: unpriced_paid_weight, priced_weight: priced_weight, priced_paid_weight: priced_paid_weight
    } order by model) as models
  from earned
  group by key
),

-- How unequal people are, asked with intervals: of each person's share of a figure the square. The key is null for all keys together.
person_shares as (
  select
    key,
    model,
    person_key,
    sum(weight)::hugeint as weight,
    money_unit(sum(amount * weight)) as value,
    coalesce(sum(weight) filter (where is_paid), 0)::hugeint as paid_weight,
    money_unit(sum(amount * weight) filter (where is_paid)) as paid_value
  from weights
  where weight > 0 and $asks_spread::boolean
  group by grouping sets ((key, model, person_key), (model, person_key))
),

-- Of all counted conversions, credited or not: the totals where no filter is asked.
person_totals as (
  select count(*)::hugeint * 1000000 as weight, money_unit(sum(amount) * 1000000) as value
  from counted
  where $asks_spread::boolean
  group by person_key
),

spread as (
  select
    key,
    model,
    sum(weight * weight) as weight_squares,
    sum(value * value) as value_squares,
    sum(paid_weight * paid_weight) as paid_weight_squares,
    sum(paid_value * paid_value) as paid_value_squares
  from person_shares
  group by key, model
),

total_spread as (
  select coalesce(sum(weight * weight), 0) as weight_squares, coalesce(sum(value * value), 0) as value_squares from person_totals
),

spend_by_key as (
  select
    coalesce(ad_keys.key, spend_key($dimension, chosen_spend.channel, chosen_spend.source, chosen_spend.campaign, chosen_spend.adset, chosen_spend.ad)) as key,
    sum(chosen_spend.amount) as spend,
    count_if(chosen_spend.is_unpriced) > 0 as has_unpriced,
    bool_and(chosen_spend.is_unpriced) as lacks_rates
  from chosen_spend
  left join ad_keys
    on ad_keys.platform = chosen_spend.platform and ad_keys.account_id = chosen_spend.account_id
    and ad_keys.id = if($dimension = 'ad', chosen_spend.ad, chosen_spend.adset)
  group by all
),

measured_keys as (
  select distinct
    coalesce(ad_keys.key, spend_key($dimension, spend_places.channel, spend_places.source, spend_places.campaign, spend_places.adset, spend_places.ad)) as key
  from spend_places
  semi join (
    select platform, account_id from spend_days where spend_day between $date_from::date and $date_to::date
  ) as reported using (platform, account_id)
  left join ad_keys
    on ad_keys.platform = spend_places.platform and ad_keys.account_id = spend_places.account_id
    and ad_keys.id = if($dimension = 'ad', spend_places.ad, spend_places.adset)
),

ad_names as (
  select ad_keys.key, max_by(spend.ad_name, (spend.spend_day, spend.ad_name)) as label
  from spend
  join ad_keys on ad_keys.id = spend.ad_id and ad_keys.platform = spend.platform and ad_keys.account_id = spend.account_id
  where $dimension = 'ad' and spend.ad_name is not null
  group by ad_keys.key
  union all
  select ad_keys.key, max_by(spend.adset_name, (spend.spend_day, spend.adset_name))
  from spend
  join ad_keys on ad_keys.id = spend.adset_id and ad_keys.platform = spend.platform and ad_keys.account_id = spend.account_id
  where $dimension = 'adset' and spend.adset_name is not null
  group by ad_keys.key
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
  select key from spend_by_key where key is not null and (has_unpriced or spend > 0)
),

answer_rows as (
  select
    keys.key,
    coalesce(ad_names.label, key_places.id, keys.key) as label,
    key_places.platform,
    key_places.account_id,
    coalesce(touched.touches, 0) as touches,
    coalesce(touched.conversions_touched, 0) as conversions_touched,
    case
      when measured_keys.key is null then null
      else known_sum(spend_by_key.spend, spend_by_key.lacks_rates)
    end::decimal(38, 6) as spend,
    coalesce(earned_lists.models, []) as models
  from keys
  left join touched using (key)
  left join measured_keys using (key)
  left join spend_by_key using (key)
  left join earned_lists using (key)
  left join ad_names using (key)
  left join key_places using (key)
),

total_spend as (
  select sum(amount) as spend, bool_and(is_unpriced) as lacks_rates from chosen_spend
),

total_touched as (
  select touches, conversions_touched from touched where key is null
),

unpriced as (
  select distinct unpriced_currency as currency from counted where unpriced_currency is not null
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
  asked.is_filtered,
  (select list(model) from models_asked) as models,
  (select count(*) from counted) as conversions,
  (select coalesce(sum(amount), 0)::decimal(38, 6) from counted) as amount,
  (select count(unpriced_currency) from counted) as unpriced_conversions,
  (select count(*) filter (where not is_unpriced) from counted) as priced_conversions,
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
  } order by key, model) from spread) as spread,
  total_spread.weight_squares as total_weight_squares,
  total_spread.value_squares as total_value_squares,
  fit.base_probability,
  fit.conversions as fitted_conversions,
  fit.channels as fitted_channels
from asked
cross join settings_in_force
cross join coverage
cross join total_spend
cross join total_touched
cross join total_spread
cross join fit
