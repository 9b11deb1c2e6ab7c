-- One row per key of the dimension that some model credits, with a list of what each earned.
-- needs: model_credit
-- makes: key_credit
create temp table key_credit as
with
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
  from model_credit
  group by key, model
)

select
  key,
  list({
    model: model, weight: weight, value: value, paid_weight: paid_weight, paid_value: paid_value, unpriced_weight: unpriced_weight,
    unpriced_paid_weight: unpriced_paid_weight, priced_weight: priced_weight, priced_paid_weight: priced_paid_weight
  } order by model) as models
from earned
group by key
