-- Conversions while the clocks have moved get the day that they show now.
-- needs: moved_clocks
update conversions
set converted_day = (conversions.converted_at + to_seconds(moved_clocks.shift_seconds))::date
from moved_clocks
where conversions.converted_at >= moved_clocks.from_at
  and conversions.converted_at < moved_clocks.until_at
  and conversions.converted_day <> (conversions.converted_at + to_seconds(moved_clocks.shift_seconds))::date
