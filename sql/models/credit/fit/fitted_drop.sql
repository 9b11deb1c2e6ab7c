-- No rows: makes room for another list's weights.
drop table if exists fitted
