-- One fact as it reads after an erasure.
update facts
set dedupe_hash = ?, anonymous_token = ?, identifier_tokens = ?, body = ?, traits = null
where fact_id = ?;
