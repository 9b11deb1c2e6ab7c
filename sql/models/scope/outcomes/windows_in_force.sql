-- One row: the profile's windows in days.
-- makes: windows_in_force (in_force)
create temp table windows_in_force as
select
  coalesce(max(value::integer) filter (name = 'click_window_days'), 30) as click_days,
  coalesce(max(value::integer) filter (name = 'first_touch_window_days'), 90) as first_touch_days,
  coalesce(max(value::integer) filter (name = 'cash_window_days'), 90) as cash_days,
  coalesce(max(value::integer) filter (name = 'view_through_window_days'), 1) as view_through_days
from settings
where name like '%_window_days'
