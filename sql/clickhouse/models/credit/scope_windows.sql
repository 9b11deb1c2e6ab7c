-- One row per definition: how far before a conversion its touches may lie, in days; at most 90.
-- needs: windows_in_force
-- makes: scope_windows
create table scope_windows engine = Memory as
select
  definitions.definition_no as definition_no,
  least(coalesce(definitions.lookback_window_days, 90), if(definitions.revenue_type = 'cash', windows_in_force.cash_days, windows_in_force.click_days), 90) as window_days,
  least(coalesce(definitions.lookback_window_days, 90), windows_in_force.first_touch_days, 90) as first_touch_days,
  least(coalesce(definitions.lookback_window_days, 90), windows_in_force.view_through_days, 90) as view_days
from definitions
cross join windows_in_force;
