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
