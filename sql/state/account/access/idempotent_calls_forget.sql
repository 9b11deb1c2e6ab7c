-- Calls whose 24 hours are over.
delete from idempotent_calls
where expires_at <= $now
