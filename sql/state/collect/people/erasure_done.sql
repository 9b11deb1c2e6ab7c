-- An erasure that is through; what was needed for it is gone.
update erasures
set
  work = null,
  report = $report,
  done_at = $now
where erasure_id = $erasure_id
