-- One row per fact of the range that carries identifier tokens or traits, in order.
select
  fact_id, kind, schema_version, received_at, occurred_at, trust, dedupe_hash, event_type, anonymous_token, identifier_tokens, body, traits,
  row_sum(content) is checksum as is_sound
from fact_contents
where (identifier_tokens is not null or traits is not null) and fact_id > ? and fact_id <= ?
order by fact_id
limit ?;
