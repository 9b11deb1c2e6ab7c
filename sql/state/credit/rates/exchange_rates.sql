-- name: rate_put
-- One row written where it says something new: a rate of a day.
insert into exchange_rates (day, base, currency, rate) values ($day, $base, $currency, $rate)
on conflict do update set rate = excluded.rate where rate <> excluded.rate;

-- name: rates_among
-- One row per rate of a day in the range between the base and one of the currencies.
select day, base, currency, rate
from exchange_rates
where day between $from_day and $to_day and currency in (select value from json_each($currencies))
order by day, base, currency;

-- name: rates_summary
-- One row: the days and the number of the rates that this installation was told.
-- columns: first_day text?, last_day text?, rates integer
select min(day) as first_day, max(day) as last_day, count(*) as rates
from exchange_rates;
