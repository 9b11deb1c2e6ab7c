-- name: reference_put
-- One row written where it says something new: a rate of a day.
insert into reference_rates (day, currency, rate) values ($day, $currency, $rate)
on conflict do update set rate = excluded.rate where rate <> excluded.rate;

-- name: references_among
-- One row per reference rate of a day in the range, of the currencies.
select day, currency, rate
from reference_rates
where day between $from_day and $to_day and currency in (select value from json_each($currencies))
order by day, currency;

-- name: references_summary
-- One row: the days and currencies of all reference rates.
-- columns: first_day text?, last_day text?, currencies integer
select min(day) as first_day, max(day) as last_day, count(distinct currency) as currencies
from reference_rates;

-- name: use_add
-- One row: the profile uses reference rates.
insert into reference_rate_uses (profile_id, since) values ($profile_id, $now)
on conflict do nothing;

-- name: use_delete
-- The row of the profile that stops.
delete from reference_rate_uses where profile_id = $profile_id;

-- name: use_get
-- One row: since when the profile uses reference rates.
select since from reference_rate_uses where profile_id = $profile_id;

-- name: use_any
-- One row if any profile uses reference rates.
-- columns: found integer
select 1 as found from reference_rate_uses limit 1;
