-- One row: spend and cash of the period, in the profile's currency; null where none is known.
-- needs: converted, day_rates
-- columns: spend?, cash?
with
spent as (
  select sum(converted(spend_rows.spend, day_rates.rate)) as spend
  from spend_rows
  left join day_rates on day_rates.day = spend_rows.spend_day and day_rates.currency is not distinct from spend_rows.currency
  where spend_rows.spend_day between $date_from::date and $date_to::date
),

received as (
  select sum(converted(conversions.net_amount, day_rates.rate)) as cash
  from conversions
  left join day_rates
    on day_rates.day = conversions.converted_day and day_rates.currency is not distinct from conversions.currency
  where
    conversions.conversion_key = $goal
    and conversions.is_counted
    and conversions.converted_day between $date_from::date and $date_to::date
)

select spent.spend::decimal(38, 6) as spend, received.cash::decimal(38, 6) as cash
from spent
cross join received
