-- name: blocked_get
-- One row: whether an address gets no message, and why.
select blocked_id, reason, created_by, created_at
from blocked_addresses
where profile_id = $profile_id and message_channel = $message_channel and address_token = $address_token;

-- name: blocked_put
-- Blocks an address. An opt-out replaces another reason and is replaced by none.
insert into blocked_addresses (blocked_id, profile_id, message_channel, address_token, reason, created_by, created_at, sealed)
values ($blocked_id, $profile_id, $message_channel, $address_token, $reason, $created_by, $now, $sealed)
on conflict (profile_id, message_channel, address_token) do update set
  reason = excluded.reason, created_by = excluded.created_by, created_at = excluded.created_at
where blocked_addresses.reason <> 'opt_out' and excluded.reason = 'opt_out';

-- name: blocked_list
-- One row per blocked address after a place in the list, by its id.
select blocked_id, profile_id, message_channel, reason, created_by, created_at, sealed
from blocked_addresses
where profile_id = $profile_id and blocked_id > $after
order by blocked_id
limit $limit;

-- name: blocked_by_id
-- One row: a blocked address.
select blocked_id, profile_id, message_channel, reason, created_by, created_at, sealed
from blocked_addresses
where profile_id = $profile_id and blocked_id = $blocked_id;

-- name: blocked_remove
-- The address gets messages again.
delete from blocked_addresses
where profile_id = $profile_id and blocked_id = $blocked_id;

-- name: blocked_erase
-- Addresses with one of these tokens stay blocked, without the address.
-- params: tokens text
update blocked_addresses
set sealed = null
where profile_id = $profile_id and address_token in (select value from json_each($tokens));

-- name: opt_out_end
-- The person of an address wants messages again.
delete from blocked_addresses
where profile_id = $profile_id and message_channel = $message_channel and address_token = $address_token and reason = 'opt_out';
