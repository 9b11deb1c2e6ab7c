-- The OAuth client, in use now.
update oauth_clients
set last_used_at = $now
where client_id = $client_id
