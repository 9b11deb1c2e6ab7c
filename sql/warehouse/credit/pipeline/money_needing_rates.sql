-- One row per day and currency other than the profile's in which money came, went or was spent.
with
profile_currency as (
  select max(value) as currency from settings where name = 'currency'
),

money as (
  select converted_day as day, currency from conversions where currency <> (select currency from profile_currency)
  union
  select flow_day, currency from cash_flows where currency <> (select currency from profile_currency)
  union
  select spend_day, currency from spend_rows where currency <> (select currency from profile_currency)
)

select money.day, money.currency, profile_currency.currency as profile_currency
from money
cross join profile_currency
order by money.day, money.currency
