-- Movements of cash while the clocks have moved get the day that they show now.
-- needs: moved_clocks
update cash_flows
set flow_day = (cash_flows.flowed_at + to_seconds(moved_clocks.shift_seconds))::date
from moved_clocks
where cash_flows.flowed_at >= moved_clocks.from_at
  and cash_flows.flowed_at < moved_clocks.until_at
  and cash_flows.flow_day <> (cash_flows.flowed_at + to_seconds(moved_clocks.shift_seconds))::date
