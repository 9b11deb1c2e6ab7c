-- OAuth clients that registered long ago and never came to use.
delete from oauth_clients
where last_used_at is null
  and created_at < $before
  and not exists (select 1 from grants where grants.client_id = oauth_clients.client_id)
