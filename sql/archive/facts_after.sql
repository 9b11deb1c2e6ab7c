-- One row per fact of the segment after a seq and up to another, in seq order, with times as the journal has them.
-- columns: dedupe_hash?, event_type?, anonymous_token?, identifier_tokens?
select
  seq,
  kind,
  schema_version::bigint as schema_version,
  epoch_ms(received_at) as received_at,
  epoch_us(occurred_at) as occurred_at,
  trust,
  dedupe_hash,
  event_type,
  anonymous_token,
  identifier_tokens,
  body
from read_parquet($source)
where seq > $after and seq <= $up_to
order by seq
