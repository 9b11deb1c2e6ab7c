-- One row changed per day and currency of `day_rates`: what one unit is worth in the currency of the report, through the profile's currency; null without a rate of either.
-- Money that is in the currency of the report is taken as it is. A rate is as old as the older of the two. Rates keep the decimals that `converted` reads.
-- fills: day_rates (into_currency)
update day_rates
set
  rate = case
    when day_rates.currency = $into_currency then 1
    when day_rates.rate is null or known.rate is null then null
    when day_rates.rate >= 0.5 and known.rate >= 0.5 then day_rates.rate::decimal(28, 9) * known.rate::decimal(28, 9)
    when day_rates.rate >= 0.5 then day_rates.rate::decimal(28, 9) * least(known.rate, 0.5)::decimal(18, 18)
    when known.rate >= 0.5 then least(day_rates.rate, 0.5)::decimal(18, 18) * known.rate::decimal(28, 9)
    else least(day_rates.rate, 0.5)::decimal(18, 18) * least(known.rate, 0.5)::decimal(18, 18)
  end::decimal(38, 18),
  rate_age = case
    when day_rates.currency = $into_currency then 0
    when known.age > day_rates.rate_age then known.age
    else day_rates.rate_age
  end
from (
  select days.day, listed.rate, listed.age
  from (select distinct day from day_rates) as days
  left join (
    select
      unnest($into_days::varchar[])::date as day,
      unnest($into_rates::varchar[])::decimal(38, 18) as rate,
      unnest($into_ages::varchar[])::integer as age
  ) as listed using (day)
) as known
where known.day = day_rates.day
