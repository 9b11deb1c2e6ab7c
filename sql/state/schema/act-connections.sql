-- Access to accounts at providers: what a person granted, the accounts that it reaches, and how far each was read.
create table connections (
  connection_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  provider text not null,
  status text not null check (status in ('pending', 'active', 'needs_action', 'reconnect_required', 'disabled')),
  status_reason text,
  -- Counts the grants: what an earlier grant answers, or refreshes, changes nothing any more.
  grant_no integer not null default 0,
  tokens blob,                            -- sealed with the profile's key; null before the grant and after the end
  scopes text not null default '[]' check (json_valid(scopes)),
  missing_scopes text not null default '[]' check (json_valid(missing_scopes)),
  created_by text not null,
  created_at integer not null,
  connected_at integer,
  -- The last sync of one of its accounts.
  sync_started_at integer,
  sync_finished_at integer,
  sync_from_day text,
  sync_to_day text,
  sync_rows integer,
  sync_error text,
  mapping text check (json_valid(mapping)), -- which stages and forms mean which outcomes; null until a person has confirmed it
  mail_import text check (json_valid(mail_import)), -- of a mailbox, the folder or label and the alias whose mails are all kept; null for none
  removed_at integer,
  revocation text check (revocation in ('done', 'failed', 'none'))
) strict;
create index connections_by_profile on connections (profile_id);

create table connection_accounts (
  connection_id text not null references connections (connection_id) on delete cascade,
  profile_id text not null,
  account_id text not null,
  name text not null,
  currency text not null,
  timezone text not null,
  status text not null check (status in ('active', 'payment_missing', 'disabled', 'missing')),
  status_reason text,
  has_write_access integer check (has_write_access in (0, 1)),
  login_account_id text,
  is_selected integer not null check (is_selected in (0, 1)),
  -- The first sync has read every day from here on; null before its first portion.
  read_from_day text,
  read_to_day text,                       -- the last day read without a gap before it
  is_first_sync_done integer not null default 0 check (is_first_sync_done in (0, 1)),
  spend_due_at integer not null,
  restatement_due_at integer not null,
  catalogue_due_at integer not null,
  failures integer not null default 0,    -- in a row
  catalogue_read_at integer,              -- the last complete reading of its campaigns, ad sets and ads
  catalogue_error text,                   -- why a later reading was not complete
  changes_read_at integer,                -- records that changed before were read
  log_since integer,                      -- changes since then were read from the platform's log, without a gap
  log_read_at integer,                    -- the last complete reading of it
  log_error text,                         -- why a later one was not complete
  studies_read_at integer,                -- the last complete reading of its studies
  studies_error text,                     -- why a later one was not complete
  outcome_sources text check (json_valid(outcome_sources)), -- stages and forms that the account has
  primary key (connection_id, account_id)
) strict, without rowid;
create index connection_accounts_due on connection_accounts (is_selected, spend_due_at);
create index connection_accounts_catalogue_due on connection_accounts (is_selected, catalogue_due_at);
create index connection_accounts_by_account on connection_accounts (account_id);
create index connection_accounts_by_profile on connection_accounts (profile_id);

-- Links that a person opens to grant access; anyone with the link may connect an account of theirs, once.
create table connect_links (
  link_id text primary key,
  connection_id text not null references connections (connection_id) on delete cascade,
  profile_id text not null,
  provider text not null,
  lookup text not null,
  hash blob not null,
  return_url text,
  accounts text check (json_valid(accounts)), -- the accounts to connect, where the caller named them
  shop text,                              -- the address of a shop, where the caller named it
  mail_import text check (json_valid(mail_import)), -- of a mailbox, as a person has typed it in; null before that
  created_by text not null,
  created_at integer not null,
  expires_at integer not null,
  state_hash blob,                        -- of the one open visit to the provider
  verifier blob,                          -- sealed
  mapping text check (json_valid(mapping)), -- what the caller wants stages and forms to mean
  tokens blob,                            -- sealed; between the grant and the choice of accounts
  visible text check (json_valid(visible)), -- the accounts that the grant sees
  ended_at integer
) strict;
create index connect_links_by_lookup on connect_links (lookup);
create index connect_links_by_connection on connect_links (connection_id);
create index connect_links_by_profile on connect_links (profile_id);

-- The last accepted content of each object of an ad account, so that the same object again changes nothing.
create table catalogue_objects (
  profile_id text not null,
  platform text not null,
  account_id text not null,
  object_type text not null check (object_type in ('campaign', 'adset', 'ad')),
  object_id text not null,
  content_hash blob,                      -- null while a change is on its way to the journal
  is_removed integer not null default 0 check (is_removed in (0, 1)),
  campaign_id text,                       -- of an ad set or ad
  adset_id text,                          -- of an ad
  known text check (json_valid(known)),   -- of a platform without a log of changes, what a later reading is compared with
  primary key (profile_id, platform, account_id, object_type, object_id)
) strict, without rowid;
create index catalogue_objects_by_id on catalogue_objects (profile_id, object_type, object_id);

-- Changes of ads that platforms list, or that two readings of their catalogue show. What made one is compared with our own when it is asked for.
create table ad_changes (
  profile_id text not null,
  change_id text not null,                -- a hash: the same change again is the same row
  platform text not null,
  account_id text not null,
  object_type text not null check (object_type in ('campaign', 'adset', 'ad')),
  object_id text not null,
  object_name text,
  field text not null
  check (field in ('budget', 'status', 'bid', 'targeting', 'creative', 'schedule', 'name', 'created', 'other')),
  before text,                            -- null where the platform lists none
  after text,
  word text not null,                     -- the platform's word for it; empty of what two readings show
  actor text,                             -- as the platform names them
  via text,                               -- the app, tool or rule
  source text not null check (source in ('log', 'readings')),
  may_be_own integer check (may_be_own in (0, 1)), -- 0: another app made it, by the platform's log
  changed_at integer not null,            -- of two readings, the later one
  changed_after integer,                  -- of two readings, the earlier one
  primary key (profile_id, change_id)
) strict, without rowid;
create index ad_changes_by_time on ad_changes (profile_id, changed_at, change_id);
create index ad_changes_by_object on ad_changes (profile_id, object_id, changed_at);

-- Ads that open a chat, as the last complete reading of their account had them.
create table chat_ads (
  profile_id text not null,
  platform text not null,
  account_id text not null,
  ad_id text not null,
  ad text not null check (json_valid(ad)),
  primary key (profile_id, ad_id, platform)
) strict, without rowid;
create index chat_ads_by_account on chat_ads (profile_id, platform, account_id);

-- Copies of the pictures of creatives, in the profile's folder of the data folder.
create table creative_pictures (
  picture_id text primary key,
  profile_id text not null,
  platform text not null,
  account_id text not null,
  creative_id text not null,
  url text,                               -- where the platform shows it; null once it is copied or given up
  attempts integer not null default 0,
  content_type text check (content_type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp')), -- null until it is copied
  copied_at integer,
  sha256 text,                            -- of the copy; null of one that an earlier version made
  lost_at integer,                        -- when the copy was found to be missing or damaged
  unique (profile_id, platform, creative_id)
) strict;
create index creative_pictures_lost on creative_pictures (profile_id) where lost_at is not null;
create index creative_pictures_open on creative_pictures (profile_id, platform, account_id) where url is not null;

-- What creatives say, and how long and wide their videos are.
create table creative_contents (
  profile_id text not null,
  platform text not null,
  account_id text not null,
  creative_id text not null,
  texts text not null check (json_valid(texts)),
  button text,                            -- the platform's word
  video_url text,                         -- where the platform shows it; null once it is read or given up
  video text check (json_valid(video)),   -- null until it is read
  video_attempts integer not null default 0,
  primary key (profile_id, platform, creative_id)
) strict, without rowid;
create index creative_contents_open on creative_contents (profile_id, platform, account_id) where video_url is not null;

-- Lift and split studies as the last complete reading of their account had them.
create table ad_studies (
  experiment_id text primary key,
  profile_id text not null,
  platform text not null,
  account_id text not null,
  study_id text not null,                 -- the platform's
  study text not null check (json_valid(study)),
  first_day text not null,
  read_at integer not null,
  unique (profile_id, platform, account_id, study_id)
) strict;
create index ad_studies_by_day on ad_studies (profile_id, first_day);

-- Where providers send webhooks: an address per connection, and what it is signed with.
create table connection_hooks (
  connection_id text primary key references connections (connection_id) on delete cascade,
  profile_id text not null,
  token text not null unique,             -- of the address
  secret blob,                            -- sealed with the profile's key; null where the provider signs all with one key
  hook_id text                            -- the provider's id of the subscription; null before it is registered
) strict, without rowid;
create index connection_hooks_by_profile on connection_hooks (profile_id);

-- Records of providers as they were last read. They belong to the account, not to the connection: one that comes back finds them.
create table source_records (
  profile_id text not null,
  provider text not null,
  account_id text not null,
  record_id text not null,                -- with its type, e.g. sale/ch_1
  read_at integer not null,               -- when the reading began; an earlier one changes nothing any more
  content_hash blob not null,             -- keyed, of what counted then
  primary key (profile_id, provider, account_id, record_id)
) strict, without rowid;

-- The facts of a record: a row per payment, reversal or outcome that it has brought.
create table source_facts (
  profile_id text not null,
  provider text not null,
  account_id text not null,
  record_id text not null,
  outcome_key text not null,              -- the idempotency key of the fact
  part text not null,                     -- the stage, form or calendar; empty for money
  generation integer not null,
  seq integer not null,
  content_hash blob not null,             -- keyed
  occurred_at integer not null,
  is_own integer not null check (is_own in (0, 1)), -- 0: another sender had reported it before
  is_withdrawn integer not null check (is_withdrawn in (0, 1)),
  ends_at integer,                        -- of an appointment; null for all else
  primary key (profile_id, provider, account_id, record_id, outcome_key)
) strict, without rowid;
create index source_facts_by_seq on source_facts (profile_id, seq);

-- The registration of this installation as an app at a provider, as it was entered in the console; the environment wins over it.
create table provider_apps (
  provider text primary key,
  app_no integer not null unique,         -- grows with each change of any
  secrets blob,                           -- JSON, sealed: id, secret and what else the provider gives; null once it was removed
  checked text check (checked is null or json_valid(checked)), -- what the provider said of it last
  checked_at integer,
  updated_by text not null,
  updated_at integer not null
) strict, without rowid;
