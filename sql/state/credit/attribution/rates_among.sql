-- One row per rate of a day in the range between the base and one of the currencies.
select day, base, currency, rate
from exchange_rates
where day between $from_day and $to_day and currency in (select value from json_each($currencies))
order by day, base, currency
