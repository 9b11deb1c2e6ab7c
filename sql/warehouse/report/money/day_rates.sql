-- One row per day and currency of money in the range: what one unit is worth in the profile's currency; null without a rate of the last 7 days.
create temp table day_rates as
with
profile_currency as (
  select max(value) as currency from settings where name = 'currency'
),

needed as (
  select converted_day as day, currency from conversions where converted_day between $money_from::date and $money_to::date
  union
  select flow_day, currency from cash_flows where flow_day between $money_from::date and $money_to::date
  union
  select spend_day, currency from spend_rows where spend_day between $money_from::date and $money_to::date
),

latest_rates as (
  select needed.day, needed.currency, rates.rate, rates.day as rate_day
  from needed
  asof left join rates on needed.currency = rates.currency and needed.day >= rates.day
)

select
  latest_rates.day,
  latest_rates.currency,
  case
    when coalesce(latest_rates.currency, profile_currency.currency) = profile_currency.currency then 1
    when latest_rates.day - latest_rates.rate_day <= 7 then latest_rates.rate
  end::decimal(28, 9) as rate -- wide, so that a product with an amount has room
from latest_rates
cross join profile_currency
