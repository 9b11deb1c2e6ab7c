-- The checksum of a fact that was just rewritten.
update facts set checksum = row_sum((select content from fact_contents where fact_id = $fact_id)) where fact_id = $fact_id;
