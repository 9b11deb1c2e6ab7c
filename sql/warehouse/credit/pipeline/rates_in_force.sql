-- One row per rate into the profile's currency.
select day, currency, rate
from rates
where in_currency = (select max(value) from settings where name = 'currency')
