-- One row per fact as archive and journal have it: its body is the text that was accepted.
create table raw_facts (
  seq Int64,
  kind LowCardinality(String),
  received_at DateTime64(6, 'UTC'),
  occurred_at DateTime64(6, 'UTC'),
  trust LowCardinality(String),
  dedupe_hash Nullable(Int64),
  event_type LowCardinality(Nullable(String)),
  body String
) engine = MergeTree order by seq
