-- One row: a page of a profile's facts as lines of JSON for `landing/batch_from_json`, and what was looked at and written.
select
  min(fact_id) as first_id,
  max(fact_id) as last_id,
  count(*) as looked_at,
  min(fact_id) filter (where not is_sound) as first_damaged_id,
  count(*) filter (where is_wanted) as written,
  min(fact_id) filter (where is_wanted) as first_written_id,
  group_concat(distinct kind) filter (where is_wanted) as kinds,
  max(octet_length(line)) filter (where is_wanted) as longest_line,
  cast(group_concat(line, '') filter (where is_wanted) as blob) as lines
from (
  select
    fact_id,
    row_sum(content) is checksum as is_sound,
    kind,
    fact_id not in (select value from json_each(?)) as is_wanted,
    concat(
      '{"seq":', fact_id - ?, ',"kind":"', kind, '","received_us":', received_at * 1000, ',"occurred_us":', occurred_at,
      ',"trust":"', trust, '","dedupe_hash":', ifnull(dedupe_hash, 'null'), ',"event_type":', json_quote(event_type),
      ',"body":', body, '}', char(10)
    ) as line
  from fact_contents
  where fact_id > ? and fact_id <= ?
  order by fact_id
);
