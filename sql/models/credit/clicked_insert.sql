-- One row per conversion of the scope and touch, in the longer of its windows, that carries a click it names.
-- needs: near_touches, scope_clicks, scope_conversions, scope_windows
-- fills: clicked
-- unless empty: scope_clicks
insert into clicked
with lone_clicks as (
  select click_key
  from touch_clicks
  where click_key in (select click_key from scope_clicks)
  group by click_key
  having count(distinct visitor_key) = 1
),
-- TRICKY: made before touches are looked at. As one join the windows are compared first, of every conversion with every touch.
pairs as materialized (
  select scope_conversions.*, touch_clicks.touch_seq, touch_clicks.click_key
  from scope_conversions
  join scope_clicks using (outcome_seq)
  join touch_clicks using (click_key)
)
select pairs.conversion_no, near_touches.touch_seq
from pairs
join scope_windows using (definition_no)
join near_touches on near_touches.touch_seq = pairs.touch_seq and not near_touches.is_synthetic
where near_touches.touched_at <= pairs.converted_at
  and near_touches.touched_at >= pairs.converted_at - to_days(greatest(scope_windows.window_days, scope_windows.first_touch_days))
  and (
    near_touches.person_key = pairs.person_key
    or near_touches.visitor_key = pairs.visitor_key
    or pairs.click_key in (select click_key from lone_clicks)
  )
