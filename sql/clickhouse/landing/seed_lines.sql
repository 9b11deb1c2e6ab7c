-- One row per row of a seed, from the lines that are sent with the statement.
insert into raw_seeds
select seed, row
from input('seed String, row String')
format JSONEachRow
