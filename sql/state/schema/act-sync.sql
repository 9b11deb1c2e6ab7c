-- Where conversions are sent: a dataset, a conversion action or an endpoint, with what its requests need.
create table conversion_destinations (
  destination_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  kind text not null,
  name text not null,
  settings text not null check (json_valid(settings)),
  target_key text not null,               -- kind and settings: the same destination is there once
  connection_id text,
  secret blob,                            -- sealed with the profile's key; null without one, or once it is removed
  status text not null check (status in ('active', 'paused', 'disabled')),
  status_reason text check (status_reason in ('user', 'archived', 'gone', 'connection', 'permission', 'terms', 'configuration')),
  created_by text not null,
  created_at integer not null,
  updated_at integer not null,
  throttled_until integer,                -- nothing is sent before
  removed_at integer
) strict;
create index conversion_destinations_by_profile on conversion_destinations (profile_id);
create unique index conversion_destinations_by_target on conversion_destinations (profile_id, target_key) where removed_at is null;

-- Which definitions a destination gets, and under which name.
create table conversion_catalog (
  destination_id text not null references conversion_destinations (destination_id) on delete cascade,
  conversion_key text not null,
  profile_id text not null,
  event_name text not null,
  value_rule text not null check (value_rule in ('net', 'none')),
  enabled_at integer not null,            -- conversions from before are not sent
  primary key (destination_id, conversion_key)
) strict, without rowid;
create index conversion_catalog_by_profile on conversion_catalog (profile_id);

-- Each conversion of each destination as it was last seen: what a replay is compared with, so that it sends nothing twice.
create table conversion_items (
  destination_id text not null references conversion_destinations (destination_id) on delete cascade,
  conversion_no integer not null,
  profile_id text not null,
  hour integer not null,                  -- of occurred_at, since 1970
  occurred_at integer not null,
  person_key integer not null,
  revision integer not null,              -- 1 is the conversion; each later one restates or retracts it
  amount text,
  currency text,
  is_counted integer not null check (is_counted in (0, 1)),
  is_erased integer not null default 0 check (is_erased in (0, 1)),
  is_queued integer not null check (is_queued in (0, 1)), -- the revision is not in the ledger yet
  is_open integer not null default 0 check (is_open in (0, 1)), -- the ledger has the revision, and it has not ended
  is_known integer not null default 0 check (is_known in (0, 1)), -- the destination has an ended revision, or may have one
  tried_at integer,                       -- the first attempt of this revision whose outcome is not known
  primary key (destination_id, conversion_no)
) strict, without rowid;
create index conversion_items_queued on conversion_items (destination_id, conversion_no) where is_queued = 1;
create index conversion_items_open on conversion_items (destination_id, conversion_no) where is_open = 1;
create index conversion_items_by_hour on conversion_items (profile_id, hour);
create index conversion_items_by_person on conversion_items (profile_id, person_key);

-- Rejected deliveries that somebody wants to be sent again, until the ledger has them as pending.
create table conversion_resends (
  delivery_id text primary key,
  destination_id text not null references conversion_destinations (destination_id) on delete cascade,
  profile_id text not null
) strict, without rowid;
create index conversion_resends_by_destination on conversion_resends (destination_id);
create index conversion_resends_by_profile on conversion_resends (profile_id);

-- The conversions of an hour as one digest: what has changed since is looked into, and nothing else.
create table conversion_marks (
  profile_id text not null,
  hour integer not null,
  digest text not null,
  primary key (profile_id, hour)
) strict, without rowid;

-- Platform-Safe: which dataset of Meta a profile's conversions go to, and the clean one, once it exists.
create table conversion_targets (
  profile_id text primary key references access_profiles (profile_id),
  target text not null check (target in ('existing', 'clean')),
  clean_dataset_id text,
  clean_dataset_name text,
  updated_at integer not null
) strict, without rowid;

-- Lists of customers at ad platforms.
create table audiences (
  audience_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  kind text not null check (kind in ('meta', 'google_ads')),
  connection_id text not null,
  account_id text not null,
  login_account_id text,
  name text not null,
  conversion_key text not null,
  days integer not null,
  list_id text not null,                  -- at the platform
  created_by text not null,
  created_at integer not null
) strict;
create index audiences_by_profile on audiences (profile_id);

-- The members of a list, so that an erased person is removed from it.
create table audience_members (
  audience_id text not null,
  customer_no integer not null,
  profile_id text not null,
  primary key (audience_id, customer_no)
) strict, without rowid;
create index audience_members_by_customer on audience_members (profile_id, customer_no);
