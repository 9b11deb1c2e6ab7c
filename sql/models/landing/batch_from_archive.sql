-- One row per fact of a sealed segment, up to a seq, its body read once.
-- makes: batch_facts (of_archive)
create temp table batch_facts as
select seq, kind, received_at, occurred_at, trust, dedupe_hash, event_type, parse_body(body::json) as body
from read_parquet($file)
where seq > $after and seq <= $up_to and not list_contains($leave_out::bigint[], seq)
