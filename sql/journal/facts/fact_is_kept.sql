-- One row when the fact is here.
select 1 from facts where fact_id = ?;
