-- One row per key and model, and one per model for all keys together (key is null): how unequal people are, asked with intervals: of each
-- person's share of a figure the square.
-- needs: model_credit, money_unit
-- makes: credit_spread
create temp table credit_spread as
with
person_shares as (
  select
    key,
    model,
    person_key,
    sum(weight)::hugeint as weight,
    money_unit(sum(amount * weight)) as value,
    coalesce(sum(weight) filter (where is_paid), 0)::hugeint as paid_weight,
    money_unit(sum(amount * weight) filter (where is_paid)) as paid_value
  from model_credit
  where $asks_spread::boolean
  group by grouping sets ((key, model, person_key), (model, person_key))
)

select
  key,
  model,
  sum(weight * weight) as weight_squares,
  sum(value * value) as value_squares,
  sum(paid_weight * paid_weight) as paid_weight_squares,
  sum(paid_value * paid_value) as paid_value_squares
from person_shares
group by key, model
