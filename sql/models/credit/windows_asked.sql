-- One row: the windows of a request in days, the profile's where it names none.
-- makes: windows_in_force (under_windows)
create temp table windows_in_force as
select
  coalesce($click_window_days::integer, max(value::integer) filter (name = 'click_window_days'), 30) as click_days,
  coalesce($first_touch_window_days::integer, max(value::integer) filter (name = 'first_touch_window_days'), 90) as first_touch_days,
  coalesce($cash_window_days::integer, max(value::integer) filter (name = 'cash_window_days'), 90) as cash_days,
  coalesce($view_through_window_days::integer, max(value::integer) filter (name = 'view_through_window_days'), 1) as view_through_days
from settings
where name like '%_window_days'
