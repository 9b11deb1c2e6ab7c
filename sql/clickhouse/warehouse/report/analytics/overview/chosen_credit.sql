-- One row per conversion that the overview counts, or, under a filter, whose cash it counts, and touch that credits it and that the filters let
-- through. Weights are millionths.
-- needs: chosen_model, chosen_origins, paying_conversions, priced_conversions, touch_places
-- makes: chosen_credit
create temporary table chosen_credit as
with
(value, asked) -> multiIf(
  startsWith(asked, '='), coalesce(value = substring(asked, 2), false),
  startsWith(asked, '!'), value is distinct from substring(asked, 2),
  coalesce(value, '') in ('', '(none)', '(unknown)')
) as passes,

(select assumeNotNull(model) from chosen_model) as model

select
  credit.conversion_no as conversion_no,
  toInt64(multiIf(
    model = 'first_touch', credit.first_touch,
    model = 'last_touch', credit.last_touch,
    model = 'last_non_direct', credit.last_non_direct,
    model = 'first_paid', credit.first_paid,
    model = 'last_paid', credit.last_paid,
    model = 'linear', credit.linear,
    model = 'position_based', credit.position_based,
    model = 'time_decay', credit.time_decay,
    model = 'data_driven', credit.data_driven,
    0
  )) as weight,
  chosen_origins.is_paid as is_paid
from credit
join chosen_origins on chosen_origins.origin_id = credit.origin_id
left join touch_places on touch_places.touch_seq = credit.touch_seq and touch_places.is_synthetic = credit.is_synthetic
where
  credit.conversion_no in (
    select conversion_no from priced_conversions
    union distinct
    select conversion_no from paying_conversions where {is_filtered:Bool}
  )
  and weight > 0
  and ({device:Nullable(String)} is null or passes(touch_places.device, {device:Nullable(String)}))
  and ({country:Nullable(String)} is null or passes(touch_places.country, {country:Nullable(String)}));
