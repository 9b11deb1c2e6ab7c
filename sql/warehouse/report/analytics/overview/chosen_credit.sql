-- One row per conversion that the overview counts, or, under a filter, whose cash it counts, and touch that credits it and that the filters let
-- through. Weights are millionths.
-- needs: chosen_origins, passes, paying_conversions, priced_conversions, touch_places, weighted_credit
-- makes: chosen_credit
create temp table chosen_credit as
select weighted_credit.conversion_no, weighted_credit.weight::decimal(7, 0) as weight, chosen_origins.is_paid
from weighted_credit
join chosen_origins using (origin_id)
left join touch_places
  on touch_places.touch_seq = weighted_credit.touch_seq and touch_places.is_synthetic = weighted_credit.is_synthetic
where
  weighted_credit.conversion_no in (
    select conversion_no from priced_conversions
    union all
    select conversion_no from paying_conversions where $is_filtered::boolean
  )
  and weighted_credit.weight > 0
  and ($device::varchar is null or passes(touch_places.device, $device))
  and ($country::varchar is null or passes(touch_places.country, $country))
