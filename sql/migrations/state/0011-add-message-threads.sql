-- Conversations of the inbox: one row per thread with a message whose content is kept, in step with its messages.
create table message_threads (
  thread_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  connection_id text not null,
  message_channel text not null check (message_channel in ('email', 'whatsapp')),
  last_at integer not null,               -- of its latest message
  is_waiting integer not null check (is_waiting in (0, 1)), -- the other side wrote last
  unread integer not null                 -- messages of the other side since somebody of the profile opened it
) strict, without rowid;
create index message_threads_by_time on message_threads (profile_id, last_at, thread_id);
create index message_threads_by_channel on message_threads (profile_id, message_channel, last_at, thread_id);
create index message_threads_unread on message_threads (profile_id, last_at, thread_id, message_channel) where unread > 0;
create index message_threads_waiting on message_threads (profile_id, last_at, thread_id, message_channel) where is_waiting = 1;
create index message_threads_by_age on message_threads (last_at);

insert into message_threads (thread_id, profile_id, connection_id, message_channel, last_at, is_waiting, unread)
select thread_id, profile_id, connection_id, message_channel, max(created_at), direction = 'inbound', 0
from messages
where sealed is not null
group by thread_id;

create index messages_by_time on messages (profile_id, created_at);
