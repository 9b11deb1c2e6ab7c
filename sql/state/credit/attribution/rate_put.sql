-- One row written where it says something new: a rate of a day.
insert into exchange_rates (day, base, currency, rate) values ($day, $base, $currency, $rate)
on conflict do update set rate = excluded.rate where rate <> excluded.rate
