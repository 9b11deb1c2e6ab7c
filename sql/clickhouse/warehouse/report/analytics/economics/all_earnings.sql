-- One row: what all conversions of the report earned, credited to a touch or not.
-- needs: costed_conversions
-- makes: all_earnings
create temporary table all_earnings as
with
(total, lacks_all) -> cast(
  if(coalesce(lacks_all, false), null, coalesce(total, toDecimal128(0, 6))), 'Nullable(Decimal(38, 6))'
) as known_sum,

(millionths) -> least(
  greatest(intDiv(toInt128(round(millionths, -2)), 100), toInt128(-10000000000000000)), toInt128(10000000000000000)
) as money_unit,

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
  from costed_conversions
  group by person_key
)

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
from person_totals;
