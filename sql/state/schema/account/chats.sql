-- Chats that get alerts and reports. The address of an incoming webhook is all that is needed to write there, so it is sealed.
create table alert_chats (
  chat_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  title text not null,
  service text not null check (service in ('slack', 'teams', 'google_chat')),
  address blob not null,                  -- sealed
  host text not null,
  status text not null check (status in ('active', 'revoked')),
  problem text,                           -- how the last message that was not sent ended
  created_by text not null,               -- as in the audit
  created_at integer not null
) strict, without rowid;

create index alert_chats_by_profile on alert_chats (profile_id, created_at);
