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
