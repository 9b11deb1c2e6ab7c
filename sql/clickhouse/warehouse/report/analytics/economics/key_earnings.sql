-- One row per key of the dimension, and one for all keys together (key is null): what credited conversions earned, of people new and returning.
-- needs: ad_keys, chosen_model, chosen_origins, costed_conversions
-- makes: key_earnings
create temporary table key_earnings as
with
(total, lacks_all) -> cast(
  if(coalesce(lacks_all, false), null, coalesce(total, toDecimal128(0, 6))), 'Nullable(Decimal(38, 6))'
) as known_sum,

(millionths) -> least(
  greatest(intDiv(toInt128(round(millionths, -2)), 100), toInt128(-10000000000000000)), toInt128(10000000000000000)
) as money_unit,

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
    costed_conversions.person_key as person_key,
    costed_conversions.is_new as is_new,
    costed_conversions.is_known_before as is_known_before,
    costed_conversions.amount as amount,
    costed_conversions.is_unpriced as is_unpriced,
    costed_conversions.goods as goods,
    costed_conversions.fees as fees,
    costed_conversions.lacks_costs as lacks_costs,
    chosen_origins.is_paid as is_paid,
    weighted.weight as weight
  from weighted
  join costed_conversions on costed_conversions.conversion_no = weighted.conversion_no
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
  from (
    select * from credited where key is not null
    union all
    select * replace (cast(null, 'Nullable(String)') as key) from credited
  ) as credited_twice
  group by key, person_key
)

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
group by key;
