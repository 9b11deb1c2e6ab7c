-- One row: what ads cost and whom they won, by key of the dimension. Weights are millionths of a conversion, values money times millionths.
-- A person is new with their first counted conversion of the goal; every later one is of a returning customer.
-- needs: ad_keys, chosen_model, chosen_origins, chosen_spend, day_rates, older_rates, spend_coverage, spend_places
with
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
  {dimension:String} = 'channel', channel, {dimension:String} = 'source', source, {dimension:String} = 'campaign', campaign, ad
), 'Nullable(String)') as spend_key,

coalesce({channel:Nullable(String)}, {source:Nullable(String)}, {campaign:Nullable(String)}) is not null as has_filter,

first_conversions as (
  select
    person_key,
    argMin(conversion_no, (converted_at, conversion_no)) as first_no,
    argMin(converted_day, (converted_at, conversion_no)) as first_day
  from conversions
  where conversion_key = {goal:String} and is_counted
  group by person_key
),

-- Costs are percentages of revenue and amounts for each payment, from a day on: those in force, or those of a preview.
costs as (
  select
    toDate32(JSONExtractString(line, 'from_day')) as from_day,
    cast(toDecimal128(JSONExtractString(line, 'goods_percent'), 4) * toDecimal128('0.01', 2), 'Decimal(9, 6)') as goods_share,
    cast(toDecimal128(JSONExtractString(line, 'fee_percent'), 4) * toDecimal128('0.01', 2), 'Decimal(9, 6)') as fee_share,
    toDecimal128(JSONExtractString(line, 'fee_per_payment'), 6) as fee_per_payment
  from (
    select arrayJoin(JSONExtractArrayRaw(
      coalesce({costs:Nullable(String)}, (select maxOrNullIf(value, name = 'costs') from settings), '[]')
    )) as line
  )
),

converted_then as (
  select
    conversions.conversion_no as conversion_no,
    conversions.person_key as person_key,
    conversions.converted_day as converted_day,
    coalesce(converted(conversions.net_amount, day_rates.rate), toDecimal128(0, 6)) as amount,
    coalesce(converted(conversions.gross_amount, day_rates.rate), toDecimal128(0, 6)) as gross,
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

-- One row per day with costs in force: those of the last day at or before it.
costs_of_days as (
  select
    days.converted_day as day,
    argMax(costs.goods_share, costs.from_day) as goods_share,
    argMax(costs.fee_share, costs.from_day) as fee_share,
    argMax(costs.fee_per_payment, costs.from_day) as fee_per_payment
  from (select distinct converted_day from converted_then) as days
  cross join costs
  where costs.from_day <= days.converted_day
  group by days.converted_day
),

counted as (
  select
    converted_then.conversion_no as conversion_no,
    converted_then.person_key as person_key,
    first_conversions.first_no = converted_then.conversion_no as is_new,
    first_conversions.first_day < {date_from:Date32} as is_known_before,
    converted_then.amount as amount,
    converted_then.is_unpriced as is_unpriced,
    converted_then.unpriced_currency as unpriced_currency,
    coalesce(cast(round(converted_then.amount * costs_of_days.goods_share, 6), 'Nullable(Decimal(28, 6))'), toDecimal128(0, 6)) as goods,
    coalesce(
      cast(
        round(converted_then.gross * costs_of_days.fee_share, 6) + if(converted_then.gross > 0, costs_of_days.fee_per_payment, 0),
        'Nullable(Decimal(28, 6))'
      ),
      toDecimal128(0, 6)
    ) as fees,
    converted_then.gross > 0 and costs_of_days.day is null as lacks_costs
  from converted_then
  join first_conversions on first_conversions.person_key = converted_then.person_key
  left join costs_of_days on costs_of_days.day = converted_then.converted_day
),

weighted as (
  select
    conversion_no,
    origin_id,
    toInt64(multiIf(
      chosen_model.model = 'first_touch', first_touch,
      chosen_model.model = 'last_touch', last_touch,
      chosen_model.model = 'last_non_direct', last_non_direct,
      chosen_model.model = 'first_paid', first_paid,
      chosen_model.model = 'last_paid', last_paid,
      chosen_model.model = 'linear', linear,
      chosen_model.model = 'position_based', position_based,
      chosen_model.model = 'time_decay', time_decay,
      data_driven
    )) as weight
  from credit
  cross join chosen_model
),

credited as (
  select
    cast(multiIf(
      {dimension:String} = 'channel', chosen_origins.channel,
      {dimension:String} = 'source', chosen_origins.source,
      {dimension:String} = 'campaign', chosen_origins.campaign,
      coalesce(ad_keys.key, chosen_origins.ad_id, '(none)')
    ), 'Nullable(String)') as key,
    counted.person_key as person_key,
    counted.is_new as is_new,
    counted.is_known_before as is_known_before,
    counted.amount as amount,
    counted.is_unpriced as is_unpriced,
    counted.goods as goods,
    counted.fees as fees,
    counted.lacks_costs as lacks_costs,
    chosen_origins.is_paid as is_paid,
    weighted.weight as weight
  from weighted
  join counted on counted.conversion_no = weighted.conversion_no
  join chosen_origins on chosen_origins.origin_id = weighted.origin_id
  left join ad_keys
    on ad_keys.id = chosen_origins.ad_id and ad_keys.platform = chosen_origins.platform
    and ad_keys.account_id <=> chosen_origins.account_id
  where weighted.weight > 0
),

-- One row per key and person, and one per person for all keys together (key is null).
person_parts as (
  select
    key,
    person_key,
    max(is_known_before) as is_known_before,
    sum(weight) as weight,
    sum(amount * weight) as value,
    min(is_unpriced) as lacks_rates,
    sum(goods * weight) as goods,
    sum(fees * weight) as fees,
    max(lacks_costs) as lacks_costs,
    sumIf(weight, is_new) as new_weight,
    sumIf(amount * weight, is_new) as new_value,
    minOrNullIf(is_unpriced, is_new) as new_lacks_rates,
    sumIf(weight, is_new and is_paid) as new_paid_weight,
    sumIf(amount * weight, is_new and is_paid) as new_paid_value,
    minOrNullIf(is_unpriced, is_new and is_paid) as new_paid_lacks_rates
  from credited
  group by key, person_key
  union all
  select
    cast(null, 'Nullable(String)') as key,
    person_key,
    max(is_known_before) as is_known_before,
    sum(weight) as weight,
    sum(amount * weight) as value,
    min(is_unpriced) as lacks_rates,
    sum(goods * weight) as goods,
    sum(fees * weight) as fees,
    max(lacks_costs) as lacks_costs,
    sumIf(weight, is_new) as new_weight,
    sumIf(amount * weight, is_new) as new_value,
    minOrNullIf(is_unpriced, is_new) as new_lacks_rates,
    sumIf(weight, is_new and is_paid) as new_paid_weight,
    sumIf(amount * weight, is_new and is_paid) as new_paid_value,
    minOrNullIf(is_unpriced, is_new and is_paid) as new_paid_lacks_rates
  from credited
  group by person_key
),

-- The same of all counted conversions, credited to a touch or not.
person_totals as (
  select
    person_key,
    max(is_known_before) as is_known_before,
    count() * 1000000 as weight,
    sum(amount) * 1000000 as value,
    min(is_unpriced) as lacks_rates,
    sum(goods) * 1000000 as goods,
    sum(fees) * 1000000 as fees,
    max(lacks_costs) as lacks_costs,
    countIf(is_new) * 1000000 as new_weight,
    sumIf(amount, is_new) * 1000000 as new_value,
    minOrNullIf(is_unpriced, is_new) as new_lacks_rates
  from counted
  group by person_key
),

earned as (
  select
    key,
    count() as people,
    countIf(is_known_before) as returning_people,
    sum(weight) as weight,
    known_sum(sum(value), min(lacks_rates)) as value,
    sum(goods) as goods,
    sum(fees) as fees,
    max(lacks_costs) as lacks_costs,
    sum(new_weight) as new_weight,
    known_sum(sum(new_value), min(new_lacks_rates)) as new_value,
    sum(new_paid_weight) as new_paid_weight,
    known_sum(sum(new_paid_value), min(new_paid_lacks_rates)) as new_paid_value,
    toInt128(sum(toInt128(new_weight) * new_weight)) as new_squares,
    toInt128(sum(money_unit(new_value) * money_unit(new_value))) as new_value_squares,
    toInt128(sum(toInt128(new_paid_weight) * new_paid_weight)) as new_paid_squares,
    toInt128(sum(money_unit(new_paid_value) * money_unit(new_paid_value))) as new_paid_value_squares,
    toInt128(sum(money_unit(value) * money_unit(value))) as value_squares,
    toInt128(sum(money_unit(value - new_value) * money_unit(value - new_value))) as returning_value_squares,
    toInt128(sum(money_unit(value) * money_unit(value - new_value))) as returning_products
  from person_parts
  group by key
),

everything as (
  select
    toInt64(count()) as people,
    toInt64(countIf(is_known_before)) as returning_people,
    toInt64(sum(weight)) as weight,
    known_sum(sum(value), min(lacks_rates)) as value,
    cast(sum(goods), 'Decimal(38, 6)') as goods,
    cast(sum(fees), 'Decimal(38, 6)') as fees,
    cast(max(lacks_costs), 'Bool') as lacks_costs,
    toInt64(sum(new_weight)) as new_weight,
    known_sum(sum(new_value), min(new_lacks_rates)) as new_value,
    toInt128(sum(toInt128(new_weight) * new_weight)) as new_squares,
    toInt128(sum(money_unit(new_value) * money_unit(new_value))) as new_value_squares,
    toInt128(sum(money_unit(value) * money_unit(value))) as value_squares,
    toInt128(sum(money_unit(value - new_value) * money_unit(value - new_value))) as returning_value_squares,
    toInt128(sum(money_unit(value) * money_unit(value - new_value))) as returning_products
  from person_totals
),

placed as (
  select
    coalesce(
      ad_keys.key, spend_key(chosen_spend.channel, chosen_spend.source, chosen_spend.campaign, chosen_spend.adset, chosen_spend.ad)
    ) as key,
    chosen_spend.amount as amount,
    chosen_spend.is_unpriced as is_unpriced,
    chosen_spend.impressions as impressions,
    chosen_spend.clicks as clicks
  from chosen_spend
  left join ad_keys
    on ad_keys.platform = chosen_spend.platform and ad_keys.account_id = chosen_spend.account_id and ad_keys.id = chosen_spend.ad
),

-- A cost or a rate is of the rows that report both of its parts: reports without clicks have no part in the cost of a click.
placed_twice as (
  select key, amount, is_unpriced, impressions, clicks from placed
  union all
  select null, amount, is_unpriced, impressions, clicks from placed
),

delivered as (
  select
    key,
    sumOrNull(amount) as spend,
    min(is_unpriced) as lacks_rates,
    countIf(is_unpriced) > 0 as has_unpriced,
    sumOrNull(impressions) as impressions_sum,
    sumOrNull(clicks) as clicks_sum,
    sumOrNullIf(impressions, clicks is not null) as rate_impressions,
    sumOrNullIf(clicks, impressions is not null) as rate_clicks,
    sumOrNullIf(amount, clicks is not null) as clicks_spend,
    sumOrNullIf(clicks, amount is not null) as priced_clicks,
    sumOrNullIf(amount, impressions is not null) as impressions_spend,
    sumOrNullIf(impressions, amount is not null) as priced_impressions
  from placed_twice
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
    on ad_keys.platform = reported.platform and ad_keys.account_id = reported.account_id and ad_keys.id = reported.ad
),

coverage as (
  select
    countIf(accounts_reported > 0) as covered_days,
    countIf(accounts_reported = 0 or accounts_reported < accounts_due) as missing_days
  from spend_coverage
  where day between {date_from:Date32} and {date_to:Date32}
),

ad_names as (
  select ad_keys.key as key, argMax(spend.ad_name, (spend.spend_day, spend.ad_name)) as label
  from spend
  join ad_keys on ad_keys.id = spend.ad_id and ad_keys.platform = spend.platform and ad_keys.account_id = spend.account_id
  where spend.ad_name is not null
  group by ad_keys.key
),

ad_places as (
  select key, maxOrNull(platform) as platform, maxOrNull(account_id) as account_id, maxOrNull(id) as id from ad_keys group by key
),

-- The key of all keys together is null.
keys as (
  select key from earned
  union distinct
  select key from delivered where has_unpriced or spend > 0 or impressions_sum > 0 or clicks_sum > 0
  union distinct
  select null
),

answer_keys as (
  select
    keys.key as key,
    coalesce(ad_names.label, ad_places.id, keys.key, '') as label,
    ad_places.platform as platform,
    ad_places.account_id as account_id,
    multiIf(
      keys.key is null and coverage.covered_days = 0, null,
      keys.key is not null and measured_keys.key is null, null,
      known_sum(delivered.spend, delivered.lacks_rates)
    ) as spend,
    delivered.impressions_sum as impressions,
    delivered.clicks_sum as clicks,
    delivered.rate_impressions as rate_impressions,
    delivered.rate_clicks as rate_clicks,
    delivered.clicks_spend as clicks_spend,
    delivered.priced_clicks as priced_clicks,
    delivered.impressions_spend as impressions_spend,
    delivered.priced_impressions as priced_impressions,
    coalesce(earned.people, 0) as people,
    coalesce(earned.returning_people, 0) as returning_people,
    coalesce(earned.weight, 0) as weight,
    if(earned.weight is null, toDecimal128(0, 6), earned.value) as value,
    coalesce(earned.goods, toDecimal128(0, 6)) as goods,
    coalesce(earned.fees, toDecimal128(0, 6)) as fees,
    coalesce(earned.lacks_costs, false) as lacks_costs,
    coalesce(earned.new_weight, 0) as new_weight,
    if(earned.weight is null, toDecimal128(0, 6), earned.new_value) as new_value,
    coalesce(earned.new_paid_weight, 0) as new_paid_weight,
    if(earned.weight is null, toDecimal128(0, 6), earned.new_paid_value) as new_paid_value,
    coalesce(earned.new_squares, toInt128(0)) as new_squares,
    coalesce(earned.new_value_squares, toInt128(0)) as new_value_squares,
    coalesce(earned.new_paid_squares, toInt128(0)) as new_paid_squares,
    coalesce(earned.new_paid_value_squares, toInt128(0)) as new_paid_value_squares,
    coalesce(earned.value_squares, toInt128(0)) as value_squares,
    coalesce(earned.returning_value_squares, toInt128(0)) as returning_value_squares,
    coalesce(earned.returning_products, toInt128(0)) as returning_products
  from keys
  cross join coverage
  left join earned on earned.key <=> keys.key
  left join delivered on delivered.key <=> keys.key
  left join measured_keys on measured_keys.key = keys.key
  left join ad_names on ad_names.key = keys.key
  left join ad_places on ad_places.key = keys.key
),

unpriced as (
  select unpriced_currency as currency from counted where unpriced_currency is not null
  union distinct
  select toNullable(currency) from chosen_spend where is_unpriced
)

select
  cast(has_filter, 'Bool') as is_filtered,
  toInt64((select count() from costs)) as costs,
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
  everything.people as people,
  everything.returning_people as returning_people,
  everything.weight as weight,
  everything.value as value,
  everything.goods as goods,
  everything.fees as fees,
  everything.lacks_costs as lacks_costs,
  everything.new_weight as new_weight,
  everything.new_value as new_value,
  everything.new_squares as new_squares,
  everything.new_value_squares as new_value_squares,
  everything.value_squares as value_squares,
  everything.returning_value_squares as returning_value_squares,
  everything.returning_products as returning_products,
  cast(coverage.covered_days > 0 and coverage.missing_days > 0, 'Bool') as is_spend_incomplete,
  (select arraySort(groupArray(assumeNotNull(currency))) from unpriced) as unpriced_currencies,
  (
    select arraySort(groupArray(cast((currency, days, oldest), 'Tuple(currency Nullable(String), days Int32, oldest Int32)')))
    from older_rates
  ) as older_rates
from everything
cross join coverage;
