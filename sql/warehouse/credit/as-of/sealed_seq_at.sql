-- One row: the first moment of a segment in milliseconds, and the last of its facts received by the moment asked.
-- columns: seq?
select
  epoch_ms(min(received_at)) as first_ms,
  max(seq) filter (received_at <= make_timestamp($moment::bigint)) as seq
from read_parquet($file)
