-- One row per fact of the journal, from the lines that are sent with the statement.
insert into raw_facts
select
  seq, kind, fromUnixTimestamp64Micro(received_us, 'UTC'), fromUnixTimestamp64Micro(occurred_us, 'UTC'), trust, dedupe_hash, event_type, body
from input('seq Int64, kind String, received_us Int64, occurred_us Int64, trust String, dedupe_hash Nullable(Int64), event_type Nullable(String), body String')
format JSONEachRow
