-- One row per day and currency of `money_days`: what one unit is worth in the profile's currency, and how many days old
-- that rate is; null without a rate of the last 7 days.
-- needs: money_days
-- makes: day_rates
create temporary table day_rates as
with
(select maxOrNull(value) from settings where name = 'currency') as profile_currency,

own_rates as (
  select day, currency, toNullable(rate) as rate from rates where in_currency = profile_currency
),

latest_rates as (
  select money_days.day as day, money_days.currency as currency, own_rates.rate as rate, own_rates.day as rate_day
  from money_days
  asof left join own_rates on money_days.currency = own_rates.currency and money_days.day >= own_rates.day
)

select
  day,
  currency,
  cast(multiIf(
    coalesce(currency, profile_currency) = profile_currency, toDecimal128(1, 18),
    dateDiff('day', rate_day, day) <= 7, toDecimal128(rate, 18),
    null
  ), 'Nullable(Decimal(38, 18))') as rate,
  if(currency = profile_currency, 0, dateDiff('day', rate_day, day)) as rate_age
from latest_rates;
