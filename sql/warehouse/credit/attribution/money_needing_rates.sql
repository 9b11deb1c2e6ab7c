-- One row per day and currency other than the profile's in which money came, went or was spent.
with
profile_currency as (
  select max(value) as currency from settings where name = 'currency'
),

money as (
  select converted_day as day, currency from conversions where currency is not null
  union
  select flow_day, currency from cash_flows
  union
  select spend_day, currency from spend_rows
)

select money.day, money.currency, profile_currency.currency as profile_currency
from money
cross join profile_currency
where money.currency <> profile_currency.currency
order by money.day, money.currency
