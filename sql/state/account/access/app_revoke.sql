-- The app, revoked now if it was not yet.
update apps
set revoked_at = $now
where app_id = $app_id
  and revoked_at is null
