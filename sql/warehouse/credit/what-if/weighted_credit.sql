-- A view: each touch's credit as millionths under the chosen model. It reads the `credit` that stands when it is made.
-- needs: chosen_model
-- makes: weighted_credit
create or replace temp view weighted_credit as
select
  credit.conversion_no,
  credit.touch_seq,
  credit.is_synthetic,
  credit.origin_id,
  case chosen_model.model
    when 'first_touch' then credit.first_touch
    when 'last_touch' then credit.last_touch
    when 'last_non_direct' then credit.last_non_direct
    when 'first_paid' then credit.first_paid
    when 'last_paid' then credit.last_paid
    when 'linear' then credit.linear
    when 'position_based' then credit.position_based
    when 'time_decay' then credit.time_decay
    when 'data_driven' then credit.data_driven
  end as weight
from credit
cross join chosen_model
