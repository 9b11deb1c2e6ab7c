-- One row per decision as state has it.
create table batch_decisions (
  decision_no Int64,
  kind LowCardinality(String),
  payload String
) engine = MergeTree order by (kind, decision_no)
