-- One row per fact of sealed segments whose bodies are parsed beside them. Each statement reads the columns it needs: to copy
-- them first costs as much again.
-- needs: batch_segment
-- makes: batch_facts (of_segment)
create temp view batch_facts as
select seq, kind, received_at, occurred_at, trust, dedupe_hash, event_type, parsed as body
from read_parquet(getvariable('batch_segment').files)
where
  seq > getvariable('batch_segment').after
  and seq <= getvariable('batch_segment').up_to
  and not list_contains(getvariable('batch_segment').leave_out, seq)
