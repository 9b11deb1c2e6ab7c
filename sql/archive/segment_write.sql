-- One row per fact of the segment, in seq order: the file is read and written in the order it has. A body that cannot be read has
-- nothing parsed, and its fact lands nowhere.
copy (
  select
    profile_id,
    seq,
    kind,
    schema_version,
    make_timestamp(received_ms * 1000) as received_at,
    make_timestamp(occurred_us) as occurred_at,
    trust,
    dedupe_hash,
    event_type,
    anonymous_token,
    identifier_tokens,
    body,
    try(parse_body(body)) as parsed
  from read_json(
    $source,
    format = 'newline_delimited',
    maximum_object_size = $line_bytes,
    columns = {
      profile_id: 'varchar',
      seq: 'bigint',
      kind: 'varchar',
      schema_version: 'integer',
      received_ms: 'bigint',
      occurred_us: 'bigint',
      trust: 'varchar',
      dedupe_hash: 'bigint',
      event_type: 'varchar',
      anonymous_token: 'varchar',
      identifier_tokens: 'varchar',
      body: 'varchar'
    }
  )
) to $target (format parquet, compression zstd, row_group_size 30720)
