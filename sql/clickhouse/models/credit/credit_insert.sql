-- One row per conversion and touch in reach.
-- needs: fitted, weighed
insert into credit
select
  weighed.conversion_no, weighed.touch_seq, weighed.is_synthetic, weighed.origin_id, weighed.touched_at, weighed.position,
  weighed.in_window, weighed.is_candidate, weighed.join_method,
  weighed.first_touch, weighed.last_touch, weighed.last_non_direct, weighed.first_paid, weighed.last_paid,
  weighed.linear, weighed.position_based, weighed.time_decay, coalesce(fitted.data_driven, 0)
from weighed
left join fitted
  on fitted.conversion_no = weighed.conversion_no and fitted.touch_seq = weighed.touch_seq and fitted.is_synthetic = weighed.is_synthetic;
