-- Where events are sent: an endpoint of the customer's, the types it takes, and what its deliveries are signed with.
create table webhook_subscriptions (
  subscription_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  url text not null,
  description text,
  event_types text not null check (json_valid(event_types)),
  includes_personal_data integer not null check (includes_personal_data in (0, 1)),
  personal_data_by text,                  -- who asked for it: it is sent while they may read customers
  status text not null check (status in ('active', 'paused', 'disabled')),
  status_reason text check (status_reason in ('user', 'archived', 'failures', 'gone')),
  secrets blob,                           -- sealed with the profile's key; null once it is removed
  created_by text not null,
  created_at integer not null,
  updated_at integer not null,
  failing_since integer,                  -- the first of the failed attempts since the last accepted one
  throttled_until integer,                -- nothing is sent before
  removed_at integer
) strict;
create index webhook_subscriptions_by_profile on webhook_subscriptions (profile_id);

-- Deliveries from the transaction of their event until they have ended, so that they are announced again under the same ids where the ledger
-- is lost. The body is what is sent, byte for byte.
create table webhook_outbox (
  outbox_no integer primary key autoincrement, -- never used again: a tail confirms what it has read by it
  message_id text not null unique,
  subscription_id text not null references webhook_subscriptions (subscription_id) on delete cascade,
  profile_id text not null,
  type text not null,
  occurred_at integer not null,
  body text not null,
  moved_at integer                        -- when the ledger got it; null until then
) strict;
create index webhook_outbox_by_subscription on webhook_outbox (subscription_id, outbox_no);
create index webhook_outbox_unmoved on webhook_outbox (subscription_id, outbox_no) where moved_at is null;
create index webhook_outbox_by_profile on webhook_outbox (profile_id);

-- Deliveries that a user wants to be sent again, until the ledger has them as pending.
create table webhook_redeliveries (
  message_id text primary key,
  subscription_id text not null references webhook_subscriptions (subscription_id) on delete cascade,
  profile_id text not null
) strict, without rowid;
create index webhook_redeliveries_by_subscription on webhook_redeliveries (subscription_id);
create index webhook_redeliveries_by_profile on webhook_redeliveries (profile_id);

-- Problems of quality that were announced and have not ended.
create table webhook_alerts (
  profile_id text not null,
  type text not null,
  name text not null,
  primary key (profile_id, type, name)
) strict, without rowid;
