-- One row: the profile's currency as the figures know it.
select max(value) as currency from settings where name = 'currency'
