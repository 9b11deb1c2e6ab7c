-- The live app, known by another secret from now on.
update apps
set secret_hash = $secret_hash
where app_id = $app_id
  and revoked_at is null
