-- One row per ad (or remainder) and day of the spend in force.
-- month: spend_day
-- column spend_micros: spend as an integer of millionths of its currency.
-- column platform_conversion_value_micros: platform_conversion_value as an integer of millionths of its currency.
select
  *,
  (spend * 1000000)::bigint as spend_micros,
  (platform_conversion_value * 1000000)::bigint as platform_conversion_value_micros
from spend
order by all
