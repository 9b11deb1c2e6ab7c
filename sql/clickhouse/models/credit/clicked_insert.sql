-- One row per conversion of the scope and touch, in the longer of its windows, that carries a click it names.
-- needs: near_touches, scope_clicks, scope_conversions, scope_windows
-- fills: clicked
-- unless empty: scope_clicks
insert into clicked
with lone_clicks as (
  select click_key from touch_clicks
  where click_key in (select click_key from scope_clicks)
  group by click_key
  having uniqExact(visitor_key) = 1
),
pairs as (
  select scope_conversions.conversion_no as conversion_no, scope_conversions.definition_no as definition_no, scope_conversions.person_key as person_key,
    scope_conversions.visitor_key as visitor_key, scope_conversions.converted_at as converted_at, touch_clicks.touch_seq as touch_seq, touch_clicks.click_key as click_key
  from scope_conversions
  join scope_clicks on scope_clicks.outcome_seq = scope_conversions.outcome_seq
  join touch_clicks on touch_clicks.click_key = scope_clicks.click_key
)
select pairs.conversion_no, near_touches.touch_seq
from pairs
join scope_windows on scope_windows.definition_no = pairs.definition_no
join near_touches on near_touches.touch_seq = pairs.touch_seq
where not near_touches.is_synthetic
  and near_touches.touched_at <= pairs.converted_at
  and near_touches.touched_at >= pairs.converted_at - toIntervalDay(greatest(scope_windows.window_days, scope_windows.first_touch_days))
  and (
    near_touches.person_key = pairs.person_key
    or near_touches.visitor_key = pairs.visitor_key
    or pairs.click_key in (select click_key from lone_clicks)
  );
