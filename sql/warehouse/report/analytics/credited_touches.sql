-- One row per counted conversion, period of it, and touch that has credit and that the filters let through. Weights are millionths.
-- needs: chosen_origins, counted_conversions, passes, weighted_credit
-- makes: credited_touches
create temp table credited_touches as
select
  counted_conversions.is_current,
  weighted_credit.conversion_no,
  weighted_credit.touch_seq,
  weighted_credit.origin_id,
  weighted_credit.weight,
  touches.session_seq,
  touches.landing_path,
  touches.device,
  touches.country
from weighted_credit
join counted_conversions using (conversion_no)
semi join chosen_origins using (origin_id)
join touches on touches.touch_seq = weighted_credit.touch_seq and touches.is_synthetic = weighted_credit.is_synthetic
where
  weighted_credit.weight > 0
  and ($device::varchar is null or passes(touches.device, $device))
  and ($country::varchar is null or passes(touches.country, $country))
