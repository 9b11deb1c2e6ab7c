-- One row per key of the dimension that some model credits, with a list of what each earned.
-- needs: model_credit
-- makes: key_credit
create temporary table key_credit as
with
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
  from model_credit
  group by key, model
)

select
  key,
  arraySort(entry -> entry.1, groupArray(cast(
    (model, weight, value, paid_weight, paid_value, unpriced_weight, unpriced_paid_weight, priced_weight, priced_paid_weight),
    'Tuple(model String, weight Int64, value Decimal(38, 6), paid_weight Int64, paid_value Decimal(38, 6), unpriced_weight Int64, unpriced_paid_weight Int64, priced_weight Int64, priced_paid_weight Int64)'
  ))) as models
from earned
group by key;
