-- One row per currency that is converted on some day of `day_rates` at a rate of an earlier day: on how many days, and how old at most.
-- needs: day_rates
-- makes: older_rates
create temporary table older_rates as
select currency, toInt32(count()) as days, toInt32(max(rate_age)) as oldest
from day_rates
where rate_age > 0 and rate is not null
group by currency;
