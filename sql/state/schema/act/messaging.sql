-- Messages that were sent and received, their content sealed with the profile's key. They are in state: a lost ledger loses none, and sends none again.
create table messages (
  message_no integer primary key,
  message_id text not null unique,
  profile_id text not null references access_profiles (profile_id),
  connection_id text not null,
  message_channel text not null check (message_channel in ('email', 'whatsapp')),
  direction text not null check (direction in ('inbound', 'outbound')),
  status text not null check (status in ('sending', 'accepted', 'sent', 'delivered', 'read', 'unknown', 'failed', 'received')),
  thread_id text not null,
  external_id text,                       -- by which the other side knows it, such as its Message-ID: the same is stored once
  provider_message_id text,
  address_token text,                     -- keyed, of the address on the other side
  created_at integer not null,
  updated_at integer not null,
  handed_over_at integer,                 -- from here on the provider may have it
  error_code text,
  sealed blob                             -- the content; null once its person was erased or it is too old
) strict;
create unique index messages_by_external on messages (connection_id, direction, external_id) where external_id is not null;
create index messages_by_thread on messages (profile_id, thread_id, message_no);
create index messages_by_profile on messages (profile_id, message_no);
create index messages_by_time on messages (profile_id, created_at);
create index messages_by_address on messages (profile_id, address_token) where address_token is not null;
create index messages_unsettled on messages (status, created_at) where status in ('sending', 'unknown');
create index messages_by_age on messages (created_at) where sealed is not null;

-- Addresses of a mail beside that of its other side, such as those of copies.
create table message_copies (
  message_id text not null references messages (message_id) on delete cascade,
  address_token text not null,            -- keyed, as that of the message
  profile_id text not null references access_profiles (profile_id),
  primary key (message_id, address_token)
) strict, without rowid;
create index message_copies_by_address on message_copies (profile_id, address_token);

-- Addresses that get no message: they do not exist, or their person wants none.
create table blocked_addresses (
  blocked_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  message_channel text not null check (message_channel in ('email', 'whatsapp')),
  address_token text not null,
  reason text not null check (reason in ('bounce', 'opt_out', 'manual')),
  created_by text not null,
  created_at integer not null,
  sealed blob,                            -- the address; null once its person was erased: it stays blocked
  unique (profile_id, message_channel, address_token)
) strict, without rowid;

-- Conversations in WhatsApp, one for each person and number of ours. A person is known by an id that the business has of them, by a phone number, or by both.
create table whatsapp_threads (
  thread_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  number text not null,                   -- WhatsApp's id of our number
  user_token text,                        -- keyed, as is the next
  phone_token text,
  preference_at integer,                  -- when the person last said whether marketing messages are wanted
  last_inbound_at integer                 -- when the person wrote last: for 24 hours from then on free text may be sent
) strict, without rowid;
create unique index whatsapp_threads_by_user on whatsapp_threads (profile_id, number, user_token) where user_token is not null;
create unique index whatsapp_threads_by_phone on whatsapp_threads (profile_id, number, phone_token) where phone_token is not null;

-- Attempts to register a number with WhatsApp, which allows ten in 72 hours.
create table whatsapp_registrations (
  attempt_no integer primary key,
  profile_id text not null references access_profiles (profile_id),
  number text not null,
  attempted_at integer not null
) strict;
create index whatsapp_registrations_by_number on whatsapp_registrations (number, attempted_at);

-- How far each mailbox was read.
create table mail_cursors (
  connection_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  cursor text,                            -- the place, in the words of its provider; null before the first reading
  folder text,                            -- the chosen folder that was read beside the inbox
  folder_cursor text,                     -- its place
  read_at integer,                        -- the last complete reading
  error text                              -- why a later one was not complete
) strict, without rowid;

-- Conversations of the inbox: one row per thread with a message whose content is kept, in step with its messages.
create table message_threads (
  thread_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  connection_id text not null,
  message_channel text not null check (message_channel in ('email', 'whatsapp')),
  last_at integer not null,               -- of its latest message
  is_waiting integer not null check (is_waiting in (0, 1)), -- the other side wrote last
  unread integer not null,                -- messages of the other side since somebody of the profile opened it
  is_done integer not null default 0 check (is_done in (0, 1)) -- until the other side writes again
) strict, without rowid;
create index message_threads_by_time on message_threads (profile_id, last_at, thread_id);
create index message_threads_by_channel on message_threads (profile_id, message_channel, last_at, thread_id);
create index message_threads_unread on message_threads (profile_id, last_at, thread_id, message_channel) where unread > 0;
create index message_threads_waiting on message_threads (profile_id, last_at, thread_id, message_channel) where is_waiting = 1;
create index message_threads_done on message_threads (profile_id, last_at, thread_id, message_channel) where is_done = 1;
create index message_threads_by_age on message_threads (last_at);

-- Files of messages: pictures, recordings and documents. The file itself is sealed in the profile's folder, under its id.
create table message_media (
  media_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  kind text not null check (kind in ('image', 'video', 'audio', 'document', 'sticker')),
  mime_type text not null,
  bytes integer,                          -- null until it is here
  status text not null check (status in ('waiting', 'kept', 'gone')),
  created_at integer not null,
  lost_at integer,                        -- when its file was found to be missing or damaged
  sealed blob not null                    -- its name, its digest, and where its provider has it
) strict, without rowid;
create index message_media_by_profile on message_media (profile_id, media_id);
create index message_media_waiting on message_media (created_at) where status = 'waiting';

-- Which files a message has. One that was uploaded may go with several messages.
create table message_attachments (
  message_id text not null,
  place integer not null,
  media_id text not null,
  profile_id text not null references access_profiles (profile_id),
  primary key (message_id, place)
) strict, without rowid;
create index message_attachments_by_media on message_attachments (media_id);
create index message_attachments_by_profile on message_attachments (profile_id);
