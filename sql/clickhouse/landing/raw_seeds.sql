-- One row per row of a seed, as a new file of DuckDB has it.
create table raw_seeds (
  seed LowCardinality(String),
  row String
) engine = MergeTree order by seed
