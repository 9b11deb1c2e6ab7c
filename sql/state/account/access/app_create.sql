-- One new consumer app.
insert into apps (app_id, name, secret_hash, tier, scopes, redirect_uris, allowed_return_origins, storefront, created_at)
values ($app_id, $name, $secret_hash, $tier, $scopes, $redirect_uris, $allowed_return_origins, $storefront, $created_at)
