-- One row per currency, with or without a rate: payments of the range that may be counted twice; in that currency and in the profile's.
-- needs: maybe_twice_money, converted, day_rates
-- columns: currency?, amount?
select
  maybe_twice_money.currency,
  count(*) as entries,
  sum(maybe_twice_money.amount)::decimal(38, 6) as own_amount,
  sum(converted(maybe_twice_money.amount, day_rates.rate))::decimal(38, 6) as amount
from maybe_twice_money
left join day_rates on day_rates.day = maybe_twice_money.day and day_rates.currency is not distinct from maybe_twice_money.currency
where maybe_twice_money.day between $date_from::date and $date_to::date
group by maybe_twice_money.currency, day_rates.rate is null
order by maybe_twice_money.currency, amount
