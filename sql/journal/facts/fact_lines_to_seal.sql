-- One row: a page of a profile's facts as lines of JSON for `archive/segment_write`, with what a segment's manifest counts.
select
  min(fact_id) as first_id,
  max(fact_id) as last_id,
  count(*) as looked_at,
  min(fact_id) filter (where not is_sound) as first_damaged_id,
  count(*) as written,
  sum(fact_id - ?) as seq_sum,
  sum(occurred_at) as occurred_at_sum,
  max(octet_length(line)) as longest_line,
  cast(group_concat(line, '') as blob) as lines
from (
  select
    fact_id,
    row_sum(content) is checksum as is_sound,
    occurred_at,
    concat(
      '{"seq":', fact_id - ?, ',"dedupe_hash":', ifnull(dedupe_hash, 'null'), ',"profile_id":', json_quote(?), ',"kind":"', kind,
      '","schema_version":', schema_version, ',"received_ms":', received_at, ',"occurred_us":', occurred_at, ',"trust":"', trust,
      '","event_type":', json_quote(event_type), ',"anonymous_token":', json_quote(anonymous_token),
      ',"identifier_tokens":', json_quote(identifier_tokens), ',"body":', json_quote(body), '}', char(10)
    ) as line
  from fact_contents
  where fact_id > ? and fact_id <= ?
  order by fact_id
);
