-- name: app_create
-- One new consumer app.
insert into apps (app_id, name, secret_hash, tier, scopes, redirect_uris, allowed_return_origins, storefront, created_at)
values ($app_id, $name, $secret_hash, $tier, $scopes, $redirect_uris, $allowed_return_origins, $storefront, $created_at);

-- name: app_get
-- One row: a consumer app, revoked or not.
select
  app_id, name, secret_hash as hash, tier, scopes, redirect_uris, allowed_return_origins, storefront, created_at, revoked_at
from apps
where app_id = $app_id;

-- name: app_revoke
-- The app, revoked now if it was not yet.
update apps
set revoked_at = $now
where app_id = $app_id
  and revoked_at is null;

-- name: app_secret_put
-- The live app, known by another secret from now on.
update apps
set secret_hash = $secret_hash
where app_id = $app_id
  and revoked_at is null;

-- name: apps_list
-- One row per consumer app, revoked or not, the oldest first.
select
  app_id, name, tier, scopes, redirect_uris, allowed_return_origins, storefront, created_at, revoked_at
from apps
order by created_at, rowid;
