-- No rows: makes room for another list's weights.
drop table fitted
