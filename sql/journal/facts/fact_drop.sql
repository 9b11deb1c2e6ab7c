-- Deletes a limited number of facts of a sealed range that were kept for their traits.
delete from facts
where fact_id in (select fact_id from facts where traits is not null and fact_id > ? and fact_id <= ? order by fact_id limit ?);
