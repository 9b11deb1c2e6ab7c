-- One row per fact of the segment, in the order it has; those of `$rows` as they stand there. Bodies are parsed anew.
copy (
  with rewritten as (
    select seq, dedupe_hash, anonymous_token, identifier_tokens, body, true as is_rewritten
    from read_json(
      $rows,
      format = 'newline_delimited',
      maximum_object_size = $line_bytes,
      columns = {
        seq: 'bigint', dedupe_hash: 'bigint', anonymous_token: 'varchar', identifier_tokens: 'varchar', body: 'varchar'
      }
    )
  ),
  facts as (
    select
      sealed.profile_id,
      sealed.seq,
      sealed.kind,
      sealed.schema_version,
      sealed.received_at,
      sealed.occurred_at,
      sealed.trust,
      if(rewritten.is_rewritten, rewritten.dedupe_hash, sealed.dedupe_hash) as dedupe_hash,
      sealed.event_type,
      if(rewritten.is_rewritten, rewritten.anonymous_token, sealed.anonymous_token) as anonymous_token,
      if(rewritten.is_rewritten, rewritten.identifier_tokens, sealed.identifier_tokens) as identifier_tokens,
      if(rewritten.is_rewritten, rewritten.body, sealed.body) as body
    from read_parquet($source) as sealed
    left join rewritten using (seq)
    order by sealed.seq
  )
  select *, try(parse_body(body)) as parsed from facts
) to $target (format parquet, compression zstd, row_group_size 30720)
