-- One row: an OAuth client.
select client_id, name, redirect_uris, scopes, created_at, last_used_at
from oauth_clients
where client_id = $client_id
