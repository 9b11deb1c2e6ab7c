-- Conversations that are done, and the other addresses of mails, by which an erasure finds them.
alter table message_threads add column is_done integer not null default 0 check (is_done in (0, 1));
create index message_threads_done on message_threads (profile_id, last_at, thread_id, message_channel) where is_done = 1;

create table message_copies (
  message_id text not null references messages (message_id) on delete cascade,
  address_token text not null,            -- keyed, as that of the message
  profile_id text not null references access_profiles (profile_id),
  primary key (message_id, address_token)
) strict, without rowid;
create index message_copies_by_address on message_copies (profile_id, address_token);
