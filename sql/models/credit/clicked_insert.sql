-- One row per conversion of the scope and touch, in the longer of its windows, that carries a click it names.
insert into clicked
with lone_clicks as (
  select click_key
  from touch_clicks
  where click_key in (select click_key from scope_clicks)
  group by click_key
  having count(distinct visitor_key) = 1
)
select scope_conversions.conversion_no, near_touches.touch_seq
from scope_conversions
join scope_windows using (definition_no)
join scope_clicks using (outcome_seq)
join touch_clicks using (click_key)
join near_touches on near_touches.touch_seq = touch_clicks.touch_seq and not near_touches.is_synthetic
where near_touches.touched_at <= scope_conversions.converted_at
  and near_touches.touched_at >= scope_conversions.converted_at - to_days(greatest(scope_windows.window_days, scope_windows.first_touch_days))
  and (
    near_touches.person_key = scope_conversions.person_key
    or near_touches.visitor_key = scope_conversions.visitor_key
    or touch_clicks.click_key in (select click_key from lone_clicks)
  )
