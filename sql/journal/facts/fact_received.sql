-- The time at which the first fact of a range came in.
select received_at from facts where fact_id >= ? and fact_id <= ? order by fact_id limit 1;
