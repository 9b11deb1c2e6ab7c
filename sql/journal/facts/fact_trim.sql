-- Deletes the facts of a range.
delete from facts where fact_id > ? and fact_id <= ?;
