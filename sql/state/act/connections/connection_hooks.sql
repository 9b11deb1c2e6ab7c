-- name: hook_create
-- The address of a connection's webhooks; one that is there stays.
insert into connection_hooks (connection_id, profile_id, token, secret)
values ($connection_id, $profile_id, $token, $secret)
on conflict (connection_id) do nothing;

-- name: hook_get
-- One row: the address of a connection's webhooks.
select connection_id, profile_id, token, secret, hook_id
from connection_hooks
where connection_id = $connection_id;

-- name: hook_find
-- One row: the connection of an address, unless it was removed.
select h.connection_id, h.profile_id, h.secret, c.provider
from connection_hooks as h
inner join connections as c on c.connection_id = h.connection_id
where h.token = $token
  and c.removed_at is null;

-- name: hook_registered
-- The provider sends webhooks there now.
update connection_hooks
set hook_id = $hook_id, secret = $secret
where connection_id = $connection_id;

-- name: hook_forget
-- The address of a connection that has ended.
delete from connection_hooks
where connection_id = $connection_id;
