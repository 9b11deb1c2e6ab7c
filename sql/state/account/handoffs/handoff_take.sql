-- The lease of an approved hand-off whose runner was lost.
update handoffs
set lease_until = $lease_until
where handoff_id = $handoff_id
  and decision = 'approved'
  and outcome is null
  and lease_until <= $now
