-- Tracking keys are public; a profile has at most one active key, which a repeated request answers again.
create table tracking_keys (
  tracking_key_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  public_key text not null unique,
  created_by text not null,
  created_at integer not null,
  revoked_at integer
) strict;
create unique index tracking_keys_one_active on tracking_keys (profile_id) where revoked_at is null;
create index tracking_keys_by_profile on tracking_keys (profile_id);

-- The settings of a profile's tracker and its door; a profile without a row has the defaults of the code.
create table tracking_settings (
  profile_id text primary key references access_profiles (profile_id),
  settings text not null check (json_valid(settings)),
  updated_at integer not null
) strict;

-- Every text of the tracker that was handed out under its hash: a page that pins one is served it for ever.
create table tracker_releases (
  release text primary key,
  script text not null,
  created_at integer not null
) strict;

-- The last look at whether a profile's tracker works on a page: what was found there, and the first event from it since.
create table tracking_verifications (
  profile_id text primary key references access_profiles (profile_id),
  url text not null,
  started_at integer not null,
  after_seq text not null,
  checks text not null check (json_valid(checks)),
  live_event_at integer
) strict;

-- Hosts of a profile's own site that its tracker is loaded from. Anybody may claim a host; one profile at a time has it, and which
-- one DNS settles. A removed row stays, so that removing it again answers the same.
create table custom_domains (
  custom_domain_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  host text not null,
  proof text not null,                    -- what the text record of its owner says; public
  created_by text not null,
  created_at integer not null,
  checked_at integer,
  verdict text check (verdict in ('long_lived', 'capped_cname', 'capped_ip', 'not_resolving')),
  reason text,
  next text,
  verified_at integer,                    -- null while the tracker does not answer there
  removed_at integer,
  next_check_at integer not null default 0,
  doubted_at integer, -- since when it looks worse than the row says; a second look decides
  found text check (json_valid(found)), -- the names and addresses that it led to
  change text check (json_valid(change)) -- what changed at last
) strict;
create unique index custom_domains_one_claim on custom_domains (profile_id, host) where removed_at is null;
create unique index custom_domains_one_holder on custom_domains (host) where verified_at is not null;
create index custom_domains_due on custom_domains (next_check_at) where removed_at is null;
