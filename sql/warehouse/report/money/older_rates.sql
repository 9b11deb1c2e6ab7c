-- One row per currency that is converted on some day of `day_rates` at a rate of an earlier day: on how many days, and how old at most.
-- needs: day_rates
-- makes: older_rates
create temp view older_rates as
select currency, count(*)::integer as days, max(rate_age)::integer as oldest
from day_rates
where rate_age > 0 and rate is not null
group by currency
