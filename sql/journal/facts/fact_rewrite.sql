-- One fact as it reads after an erasure; nothing when its row is damaged or not there.
update facts
set dedupe_hash = ?, anonymous_token = ?, identifier_tokens = ?, body = ?, traits = null
where fact_id = (select fact_id from fact_contents where fact_id = ? and row_sum(content) is checksum);
