-- Sessions that began while the clocks have moved get the day that they show now.
-- needs: moved_clocks
update sessions
set session_day = (sessions.started_at + to_seconds(moved_clocks.shift_seconds))::date
from moved_clocks
where sessions.started_at >= moved_clocks.from_at
  and sessions.started_at < moved_clocks.until_at
  and sessions.session_day <> (sessions.started_at + to_seconds(moved_clocks.shift_seconds))::date
