-- No rows: makes room for another list to be weighed.
drop view to_fit
