-- One row per fact of a batch written by the service as NDJSON, its body read once.
-- makes: batch_facts (of_journal)
create temp table batch_facts as
select
  seq,
  kind,
  make_timestamp(received_us) as received_at,
  make_timestamp(occurred_us) as occurred_at,
  trust,
  dedupe_hash,
  event_type,
  parse_body(body) as body
from read_json(
  $file,
  format = 'newline_delimited',
  maximum_object_size = $line_bytes,
  columns = {
    seq: 'bigint', kind: 'varchar', received_us: 'bigint', occurred_us: 'bigint', trust: 'varchar',
    dedupe_hash: 'bigint', event_type: 'varchar', body: 'json'
  }
)
