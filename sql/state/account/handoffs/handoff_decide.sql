-- The hand-off, decided now if nobody had; what was approved is then done under a lease.
update handoffs
set decision = $decision, decided_at = $now, decided_by = $decided_by, lease_until = $lease_until
where handoff_id = $handoff_id
  and decision is null
  and outcome is null
