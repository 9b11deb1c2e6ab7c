-- One row per day and currency of `money_days`: what one unit is worth in the profile's currency, and how many days old
-- that rate is; null without a rate of the last 7 days.
-- needs: money_days
-- makes: day_rates
create temp table day_rates as
with
profile_currency as (
  select max(value) as currency from settings where name = 'currency'
),

own_rates as (
  select day, currency, rate from rates where in_currency = (select currency from profile_currency)
),

latest_rates as (
  select money_days.day, money_days.currency, own_rates.rate, own_rates.day as rate_day
  from money_days
  asof left join own_rates on money_days.currency = own_rates.currency and money_days.day >= own_rates.day
)

select
  latest_rates.day,
  latest_rates.currency,
  case
    when coalesce(latest_rates.currency, profile_currency.currency) = profile_currency.currency then 1
    when latest_rates.day - latest_rates.rate_day <= 7 then latest_rates.rate
  end::decimal(38, 18) as rate,
  if(latest_rates.currency = profile_currency.currency, 0, latest_rates.day - latest_rates.rate_day) as rate_age
from latest_rates
cross join profile_currency
