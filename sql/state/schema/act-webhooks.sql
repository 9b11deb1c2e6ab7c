-- Where events are sent: an endpoint of the customer's, the types it takes, and what its deliveries are signed with.
create table webhook_subscriptions (
  subscription_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  url text not null,
  description text,
  event_types text not null check (json_valid(event_types)),
  includes_personal_data integer not null check (includes_personal_data in (0, 1)),
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
