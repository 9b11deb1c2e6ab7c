-- One row per decision of the batch, written by the service as NDJSON.
-- makes: batch_decisions
create temp table batch_decisions as
select decision_no, kind, payload
from read_json(
  $file,
  format = 'newline_delimited',
  maximum_object_size = 16777216,
  columns = { decision_no: 'bigint', kind: 'varchar', payload: 'json' }
)
