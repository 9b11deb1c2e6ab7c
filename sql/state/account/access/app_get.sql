-- One row: a consumer app, revoked or not.
select
  app_id, name, secret_hash as hash, tier, scopes, redirect_uris, allowed_return_origins, storefront, created_at, revoked_at
from apps
where app_id = $app_id
