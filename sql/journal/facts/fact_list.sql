-- One row per fact of a profile's range after an id, in order.
select
  fact_id, kind, schema_version, received_at, occurred_at, trust, dedupe_hash, event_type, anonymous_token, identifier_tokens, body, traits,
  row_sum(content) is checksum as is_sound
from fact_contents
where fact_id > ? and fact_id <= ?
order by fact_id
limit ?;
