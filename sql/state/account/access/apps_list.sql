-- One row per consumer app, revoked or not, the oldest first.
select
  app_id, name, tier, scopes, redirect_uris, allowed_return_origins, storefront, created_at, revoked_at
from apps
order by created_at, rowid
