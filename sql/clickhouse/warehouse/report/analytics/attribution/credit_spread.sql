-- One row per key and model, and one per model for all keys together (key is null): how unequal people are, asked with intervals: of each
-- person's share of a figure the square.
-- needs: model_credit
-- makes: credit_spread
create temporary table credit_spread as
with
(millionths) -> least(
  greatest(intDiv(toInt128(round(millionths, -2)), 100), toInt128(-10000000000000000)), toInt128(10000000000000000)
) as money_unit,

shares as (
  select key, model, person_key, weight, is_paid, amount from model_credit where {asks_spread:Bool}
  union all
  select null, model, person_key, weight, is_paid, amount from model_credit where {asks_spread:Bool}
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
)

select
  key,
  model,
  toInt128(sum(weight * weight)) as weight_squares,
  toInt128(sum(value * value)) as value_squares,
  toInt128(sum(paid_weight * paid_weight)) as paid_weight_squares,
  toInt128(sum(paid_value * paid_value)) as paid_value_squares
from person_shares
group by key, model;
