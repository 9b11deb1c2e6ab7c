-- name: thread_note
-- The conversation of a new message. A message may become known later than ones after it. A report of delivery waits for nobody, and what is answered is read.
-- One that was done is not any more when the other side writes.
insert into message_threads (thread_id, profile_id, connection_id, message_channel, last_at, is_waiting, unread)
values ($thread_id, $profile_id, $connection_id, $message_channel, $at, $is_waiting, $unread)
on conflict (thread_id) do update set
  is_waiting = case when excluded.last_at >= last_at then excluded.is_waiting else is_waiting end,
  last_at = max(last_at, excluded.last_at),
  is_done = case when excluded.unread > 0 and excluded.last_at >= last_at then 0 else is_done end,
  unread = case when excluded.unread = 0 and excluded.last_at >= last_at then 0 else unread + excluded.unread end;

-- name: thread_get
-- One row: a conversation of a profile.
select thread_id, profile_id, connection_id, message_channel, last_at, is_waiting, unread, is_done
from message_threads
where thread_id = $thread_id and profile_id = $profile_id;

-- name: threads_list
-- One row per conversation before a place in the list, the latest first.
select thread_id, profile_id, connection_id, message_channel, last_at, is_waiting, unread, is_done
from message_threads
where profile_id = $profile_id
  and (last_at, thread_id) < ($before_at, $before_id)
order by last_at desc, thread_id desc
limit $limit;

-- name: threads_of_channel
-- As threads_list: of one channel.
select thread_id, profile_id, connection_id, message_channel, last_at, is_waiting, unread, is_done
from message_threads
where profile_id = $profile_id
  and (last_at, thread_id) < ($before_at, $before_id)
  and message_channel = $message_channel
order by last_at desc, thread_id desc
limit $limit;

-- name: threads_unread
-- As threads_list: of which somebody has not opened the latest.
-- params: message_channel text?
select thread_id, profile_id, connection_id, message_channel, last_at, is_waiting, unread, is_done
from message_threads
where profile_id = $profile_id
  and unread > 0
  and (last_at, thread_id) < ($before_at, $before_id)
  and ($message_channel is null or message_channel = $message_channel)
order by last_at desc, thread_id desc
limit $limit;

-- name: threads_waiting
-- As threads_list: in which the other side wrote last, and nobody has said that they are done.
-- params: message_channel text?
select thread_id, profile_id, connection_id, message_channel, last_at, is_waiting, unread, is_done
from message_threads
where profile_id = $profile_id
  and is_waiting = 1
  and is_done = 0
  and (last_at, thread_id) < ($before_at, $before_id)
  and ($message_channel is null or message_channel = $message_channel)
order by last_at desc, thread_id desc
limit $limit;

-- name: threads_closing
-- As threads_list: in WhatsApp, in which the other side waits and the window for free text ends soon.
select t.thread_id, t.profile_id, t.connection_id, t.message_channel, t.last_at, t.is_waiting, t.unread, t.is_done
from message_threads as t
join whatsapp_threads as w on w.thread_id = t.thread_id
where t.profile_id = $profile_id
  and t.is_waiting = 1
  and t.is_done = 0
  and (t.last_at, t.thread_id) < ($before_at, $before_id)
  and w.last_inbound_at > $heard_after
  and w.last_inbound_at <= $heard_before
order by t.last_at desc, t.thread_id desc
limit $limit;

-- name: threads_done
-- As threads_list: of which somebody has said that they are done.
-- params: message_channel text?
select thread_id, profile_id, connection_id, message_channel, last_at, is_waiting, unread, is_done
from message_threads
where profile_id = $profile_id
  and is_done = 1
  and (last_at, thread_id) < ($before_at, $before_id)
  and ($message_channel is null or message_channel = $message_channel)
order by last_at desc, thread_id desc
limit $limit;

-- name: threads_of_address
-- As threads_list: with a message from or to an address.
-- params: message_channel text?, state text?
select thread_id, profile_id, connection_id, message_channel, last_at, is_waiting, unread, is_done
from message_threads
where thread_id in (select thread_id from messages where profile_id = $profile_id and address_token = $address_token)
  and (last_at, thread_id) < ($before_at, $before_id)
  and ($message_channel is null or message_channel = $message_channel)
  and ($state is null or ($state = 'unread' and unread > 0) or ($state = 'waiting' and is_waiting = 1 and is_done = 0) or ($state = 'done' and is_done = 1))
order by last_at desc, thread_id desc
limit $limit;

-- name: threads_unread_count
-- How many conversations have something that nobody has opened, since a moment; no more are counted than the limit.
-- columns: count integer
select count(*) as count
from (
  select 1 from message_threads
  where profile_id = $profile_id and unread > 0 and last_at > $since
  limit $limit
);

-- name: thread_mark
-- Somebody opened a conversation, or wants to see it again.
update message_threads
set unread = $unread
where thread_id = $thread_id and profile_id = $profile_id;

-- name: thread_finish
-- Somebody is done with a conversation, or not any more. What is done is read.
update message_threads
set is_done = $is_done, unread = case when $is_done = 1 then 0 else unread end
where thread_id = $thread_id and profile_id = $profile_id;

-- name: threads_of_tokens
-- One row per conversation with a message from or to one of these addresses, or in WhatsApp with one of these numbers.
-- params: tokens text
select thread_id
from messages
where profile_id = $profile_id and address_token in (select value from json_each($tokens))
union
select thread_id
from whatsapp_threads
where profile_id = $profile_id and phone_token in (select value from json_each($tokens));

-- name: threads_tidy
-- Conversations of which no content is left, among these.
-- params: ids text
delete from message_threads
where profile_id = $profile_id
  and thread_id in (select value from json_each($ids))
  and not exists (
    select 1 from messages
    where messages.profile_id = $profile_id and messages.thread_id = message_threads.thread_id and messages.sealed is not null
  );

-- name: threads_of_connection
-- One row per conversation of a connection.
select thread_id from message_threads where profile_id = $profile_id and connection_id = $connection_id;

-- name: threads_age_out
-- Conversations whose latest message is too old, a limited number of them, but for profiles that keep them longer.
-- params: longer text
delete from message_threads
where thread_id in (
  select thread_id from message_threads
  where last_at < $before and profile_id not in (select value from json_each($longer))
  order by last_at
  limit $limit
);

-- name: threads_age_out_of_profile
-- Conversations of a profile whose latest message is too old, a limited number of them.
delete from message_threads
where thread_id in (
  select thread_id from message_threads
  where profile_id = $profile_id and last_at < $before
  limit $limit
);
