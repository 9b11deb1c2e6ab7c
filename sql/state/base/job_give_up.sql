-- Jobs whose runner was lost at the last attempt allowed.
update jobs
set status = 'failed', finished_at = $now, lease_until = null, error = coalesce(error || '; then ', '') || 'its runner was lost'
where status = 'running' and lease_until <= $now and attempts >= max_attempts;
