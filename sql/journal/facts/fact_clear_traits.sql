-- Empties the traits of a limited number of facts of the range.
update facts set traits = null
where fact_id in (select fact_id from facts where traits is not null and fact_id > ? and fact_id <= ? order by fact_id limit ?);
