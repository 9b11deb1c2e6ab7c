-- One fact.
insert into facts
  (fact_id, kind, schema_version, received_at, occurred_at, trust, dedupe_hash, event_type, anonymous_token, identifier_tokens, body, traits, checksum)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
