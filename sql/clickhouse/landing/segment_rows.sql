-- One row per fact of a sealed segment, which is sent with the statement, up to a seq. What DuckDB parsed of it is not read.
insert into raw_facts
select seq, kind, received_at, occurred_at, trust, dedupe_hash, event_type, body
from input('seq Int64, kind String, received_at DateTime64(6), occurred_at DateTime64(6), trust String, dedupe_hash Nullable(Int64), event_type Nullable(String), body String')
where seq > {after:Int64} and seq <= {up_to:Int64} and not has({leave_out:Array(Int64)}, seq)
format Parquet
