-- One new OAuth client.
insert into oauth_clients (client_id, name, redirect_uris, scopes, created_at)
values ($client_id, $name, $redirect_uris, $scopes, $created_at)
