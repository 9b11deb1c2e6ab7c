-- One row per day and currency of a list for which there is a rate: what one unit is worth in the profile's currency.
-- needs: day_rates
select day, currency, rate from day_rates where rate is not null
