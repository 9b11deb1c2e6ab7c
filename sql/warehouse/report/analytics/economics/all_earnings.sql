-- One row: what all conversions of the report earned, credited to a touch or not.
-- needs: costed_conversions, known_sum, money_unit
-- makes: all_earnings
create temp table all_earnings as
with
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
  from costed_conversions
  group by person_key
)

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
