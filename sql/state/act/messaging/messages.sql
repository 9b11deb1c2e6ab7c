-- name: message_add
-- A message; none where the same of this connection is there.
insert into messages (
  message_id, profile_id, connection_id, message_channel, direction, status, thread_id, external_id, provider_message_id, address_token,
  created_at, updated_at, sealed
)
values (
  $message_id, $profile_id, $connection_id, $message_channel, $direction, $status, $thread_id, $external_id, $provider_message_id,
  $address_token, $created_at, $created_at, $sealed
)
on conflict (connection_id, direction, external_id) where external_id is not null do nothing;

-- name: message_get
-- One row: a message of a profile.
select
  message_no, message_id, profile_id, connection_id, message_channel, direction, status, thread_id, external_id, provider_message_id,
  address_token, created_at, updated_at, handed_over_at, error_code, sealed
from messages
where profile_id = $profile_id and message_id = $message_id;

-- name: message_of_send
-- One row: a message, by the id that its send returned.
select
  message_no, message_id, profile_id, connection_id, message_channel, direction, status, thread_id, external_id, provider_message_id,
  address_token, created_at, updated_at, handed_over_at, error_code, sealed
from messages
where message_id = $message_id;

-- name: message_by_external
-- One row: the message that the other side knows by this id.
select message_id, profile_id, thread_id, status, sealed
from messages
where connection_id = $connection_id and direction = $direction and external_id = $external_id;

-- name: messages_list
-- One row per message of a profile before a place in the list, the latest first.
-- params: message_channel text?, direction text?, status text?, since integer, before integer
select
  message_no, message_id, profile_id, connection_id, message_channel, direction, status, thread_id, external_id, provider_message_id,
  address_token, created_at, updated_at, handed_over_at, error_code, sealed
from messages
where profile_id = $profile_id
  and message_no < $before
  and ($message_channel is null or message_channel = $message_channel)
  and ($direction is null or direction = $direction)
  and ($status is null or status = $status)
  and created_at >= $since
order by message_no desc
limit $limit;

-- name: messages_of_thread
-- As messages_list: of one conversation.
-- params: message_channel text?, direction text?, status text?, address_token text?, since integer, before integer
select
  message_no, message_id, profile_id, connection_id, message_channel, direction, status, thread_id, external_id, provider_message_id,
  address_token, created_at, updated_at, handed_over_at, error_code, sealed
from messages
where profile_id = $profile_id
  and message_no < $before
  and thread_id = $thread_id
  and ($message_channel is null or message_channel = $message_channel)
  and ($direction is null or direction = $direction)
  and ($status is null or status = $status)
  and ($address_token is null or address_token = $address_token)
  and created_at >= $since
order by message_no desc
limit $limit;

-- name: messages_of_address
-- As messages_list: from or to one address.
-- params: message_channel text?, direction text?, status text?, since integer, before integer
select
  message_no, message_id, profile_id, connection_id, message_channel, direction, status, thread_id, external_id, provider_message_id,
  address_token, created_at, updated_at, handed_over_at, error_code, sealed
from messages
where profile_id = $profile_id
  and message_no < $before
  and ($message_channel is null or message_channel = $message_channel)
  and ($direction is null or direction = $direction)
  and ($status is null or status = $status)
  and address_token = $address_token
  and created_at >= $since
order by message_no desc
limit $limit;

-- name: thread_last
-- One row: the latest message of a thread that the other side knows.
select message_id, connection_id, message_channel, direction, status, external_id, sealed
from messages
where profile_id = $profile_id and thread_id = $thread_id and sealed is not null
order by message_no desc
limit 1;

-- name: thread_last_sent
-- One row: the latest message of a thread that was sent from here.
select message_id, sealed
from messages
where profile_id = $profile_id and thread_id = $thread_id and direction = 'outbound' and sealed is not null
order by message_no desc
limit 1;

-- name: message_named
-- One row, if a message of the connection is known by one of these ids.
-- params: ids text
select message_id
from messages
where connection_id = $connection_id and external_id in (select value from json_each($ids))
limit 1;

-- name: message_hand_over
-- From here on the provider may have the message.
update messages
set handed_over_at = coalesce(handed_over_at, $now)
where message_id = $message_id;

-- name: message_end
-- How sending a message ended. One that was erased meanwhile stays so.
update messages
set
  status = $status, error_code = $error_code, external_id = coalesce($external_id, external_id),
  provider_message_id = coalesce($provider_message_id, provider_message_id), thread_id = coalesce($thread_id, thread_id),
  sealed = case when sealed is null then null else $sealed end, updated_at = $now
where message_id = $message_id;

-- name: message_status_set
-- What became known of a message later.
update messages
set status = $status, error_code = $error_code, updated_at = $now
where message_id = $message_id;

-- name: messages_unknown
-- One row per message of which it is not known whether it was sent, the oldest first.
select message_id, profile_id, connection_id
from messages
where status = 'unknown' and created_at >= $since
order by created_at
limit $limit;

-- name: messages_erase
-- Messages with one of these tokens: only their ids stay, so that no later reading brings them back.
-- params: tokens text
update messages
set sealed = null, address_token = null
where profile_id = $profile_id and address_token in (select value from json_each($tokens));

-- name: message_reseal
-- The content of a message, without what was erased of it.
update messages
set sealed = $sealed
where message_id = $message_id and sealed is not null;

-- name: messages_age_out
-- Content of messages that are too old, a limited number of them, but for profiles that keep it longer.
-- params: longer text
update messages
set sealed = null, address_token = null
where message_no in (
  select message_no from messages
  where created_at < $before and sealed is not null and profile_id not in (select value from json_each($longer))
  order by created_at
  limit $limit
);

-- name: messages_age_out_of_profile
-- Content of messages of a profile between two moments, a limited number of them.
update messages
set sealed = null, address_token = null
where message_no in (
  select message_no from messages
  where profile_id = $profile_id and created_at >= $after and created_at < $before and sealed is not null
  limit $limit
);

-- name: messages_page_end
-- One row: the number of the last of the next messages of a profile.
-- columns: message_no integer?
select max(message_no) as message_no
from (
  select message_no from messages
  where profile_id = $profile_id and message_no > $after
  order by message_no
  limit $limit
);

-- name: messages_forget_of_connection
-- Content of messages of a connection between two numbers: only their ids stay.
update messages
set sealed = null, address_token = null
where profile_id = $profile_id and message_no > $after and message_no <= $up_to and connection_id = $connection_id and sealed is not null;

-- name: messages_oldest
-- One row: when the oldest message of a profile was sent or received.
select created_at from messages where profile_id = $profile_id order by created_at limit 1;

-- name: messages_before
-- One row: how many messages of a profile are older than this and have content.
-- columns: n integer
select count(*) as n
from messages
where profile_id = $profile_id and created_at < $before and sealed is not null;

-- name: whatsapp_threads_erase
-- Messages of conversations with these phone numbers, whatever address each message has: only their ids stay.
-- params: tokens text
update messages
set sealed = null, address_token = null
where profile_id = $profile_id
  and thread_id in (
    select thread_id from whatsapp_threads
    where profile_id = $profile_id and phone_token in (select value from json_each($tokens))
  );

-- name: whatsapp_message_of_status
-- One row: the message of a profile that a status is about, by WhatsApp's id of it or by ours that was sent with it.
-- params: message_id text?
select
  message_no, message_id, profile_id, connection_id, message_channel, direction, status, thread_id, external_id, provider_message_id,
  address_token, created_at, updated_at, handed_over_at, error_code, sealed
from messages
where profile_id = $profile_id
  and message_channel = 'whatsapp'
  and direction = 'outbound'
  and ((connection_id = $connection_id and external_id = $external_id) or message_id = $message_id)
limit 1;

-- name: messages_health
-- One row per connection with messages since a moment: what came in, what was sent, and how that ended.
-- columns: received integer, sent integer, failed integer, unknown integer, bounced integer, last_received_at integer?, last_sent_at integer?
select
  connection_id,
  message_channel,
  sum(direction = 'inbound') as received,
  sum(direction = 'outbound') as sent,
  sum(direction = 'outbound' and status = 'failed') as failed,
  sum(direction = 'outbound' and status = 'unknown') as unknown,
  sum(
    direction = 'outbound' and status = 'failed' and message_channel = 'email' and error_code = 'recipient_rejected'
    and handed_over_at is not null
  ) as bounced,
  max(iif(direction = 'inbound', created_at, null)) as last_received_at,
  max(iif(direction = 'outbound', created_at, null)) as last_sent_at
from messages
where profile_id = $profile_id and created_at >= $since
group by connection_id, message_channel
order by message_channel, connection_id;

-- name: messages_senders
-- One row per sender of messages that came in since a moment, with the latest of each, a limited number of them.
-- columns: last_no integer
select connection_id, message_id, message_channel, direction, max(message_no) as last_no, sealed
from messages
where profile_id = $profile_id and direction = 'inbound' and created_at >= $since and address_token is not null and sealed is not null
group by address_token
order by last_no desc
limit $limit;
