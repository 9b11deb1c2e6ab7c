-- One row: what a segment's file holds. `is_dense`: its rows are the facts of one profile from `first_seq` on, none missing, in order.
select
  count(*) as fact_count,
  coalesce(sum(seq), 0)::hugeint as seq_sum,
  coalesce(sum(epoch_us(occurred_at)::hugeint), 0)::hugeint as occurred_at_sum,
  coalesce(bool_and(seq = $first_seq + file_row_number and profile_id = $profile_id), false) as is_dense,
  count(received_at) + count(body) + count(trust) + count(kind) as filled
from read_parquet($source, file_row_number = true)
