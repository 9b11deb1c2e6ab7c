-- No rows: makes room for another list to be weighed.
drop view if exists to_fit
