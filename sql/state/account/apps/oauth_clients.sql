-- name: oauth_client_create
-- One new OAuth client.
insert into oauth_clients (client_id, name, redirect_uris, scopes, created_at)
values ($client_id, $name, $redirect_uris, $scopes, $created_at);

-- name: oauth_client_get
-- One row: an OAuth client.
select client_id, name, redirect_uris, scopes, created_at, last_used_at
from oauth_clients
where client_id = $client_id;

-- name: oauth_client_used
-- The OAuth client, in use now.
update oauth_clients
set last_used_at = $now
where client_id = $client_id;

-- name: oauth_clients_forget
-- OAuth clients that registered long ago and never came to use.
delete from oauth_clients
where last_used_at is null
  and created_at < $before
  and not exists (select 1 from grants where grants.client_id = oauth_clients.client_id);
