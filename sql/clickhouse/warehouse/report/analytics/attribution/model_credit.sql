-- One row per touch of `credited_steps` and model that is asked for and credits it.
-- needs: chosen_models, credited_steps
-- makes: model_credit
create temporary table model_credit as
with (select groupArray(model) from chosen_models) as models_asked
select
  credited_steps.key as key,
  credited_steps.person_key as person_key,
  credited_steps.is_paid as is_paid,
  credited_steps.amount as amount,
  credited_steps.is_unpriced as is_unpriced,
  pair.1 as model,
  pair.2 as weight
from credited_steps
array join [
  ('first_touch', first_touch), ('last_touch', last_touch), ('last_non_direct', last_non_direct), ('first_paid', first_paid),
  ('last_paid', last_paid), ('linear', linear), ('position_based', position_based), ('time_decay', time_decay),
  ('data_driven', data_driven)
] as pair
where has(models_asked, pair.1) and pair.2 > 0;
