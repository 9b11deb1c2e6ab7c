-- One row: the profile's windows in days.
-- makes: windows_in_force (in_force)
create table windows_in_force engine = Memory as
select
  coalesce(maxOrNullIf(toInt32OrZero(value), name = 'click_window_days'), 30) as click_days,
  coalesce(maxOrNullIf(toInt32OrZero(value), name = 'first_touch_window_days'), 90) as first_touch_days,
  coalesce(maxOrNullIf(toInt32OrZero(value), name = 'cash_window_days'), 90) as cash_days,
  coalesce(maxOrNullIf(toInt32OrZero(value), name = 'view_through_window_days'), 1) as view_through_days
from settings;
