-- One row per page of these that a fact up to a seq is about which is none of those left out.
select distinct json_extract_string(body, '$.path') as path
from read_parquet($source)
where
  seq <= $up_to
  and contains(body, '"path":')
  and list_contains($paths::varchar[], json_extract_string(body, '$.path'))
  and not list_contains($leave_out::bigint[], seq)
