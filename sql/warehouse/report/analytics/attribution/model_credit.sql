-- One row per touch of `credited_steps` and model that is asked for and credits it.
-- needs: chosen_models, credited_steps
-- makes: model_credit
create temp table model_credit as
select * from (
  select
    credited_steps.key,
    credited_steps.person_key,
    credited_steps.is_paid,
    credited_steps.amount,
    credited_steps.is_unpriced,
    chosen_models.model,
    case chosen_models.model
      when 'first_touch' then credited_steps.first_touch
      when 'last_touch' then credited_steps.last_touch
      when 'last_non_direct' then credited_steps.last_non_direct
      when 'first_paid' then credited_steps.first_paid
      when 'last_paid' then credited_steps.last_paid
      when 'linear' then credited_steps.linear
      when 'position_based' then credited_steps.position_based
      when 'time_decay' then credited_steps.time_decay
      when 'data_driven' then credited_steps.data_driven
    end::decimal(7, 0) as weight
  from credited_steps
  cross join chosen_models
)
where weight > 0
