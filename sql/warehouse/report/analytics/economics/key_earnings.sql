-- One row per key of the dimension, and one for all keys together (key is null): what credited conversions earned, of people new and returning.
-- needs: ad_keys, chosen_origins, costed_conversions, known_sum, money_unit, weighted_credit
-- makes: key_earnings
create temp table key_earnings as
with
credited as (
  select
    case $dimension
      when 'channel' then chosen_origins.channel
      when 'source' then chosen_origins.source
      when 'campaign' then chosen_origins.campaign
      when 'ad' then coalesce(ad_keys.key, chosen_origins.ad_id, '(none)')
    end as key,
    costed_conversions.*,
    chosen_origins.is_paid,
    weighted_credit.weight::decimal(7, 0) as weight
  from weighted_credit
  join costed_conversions using (conversion_no)
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
)

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
