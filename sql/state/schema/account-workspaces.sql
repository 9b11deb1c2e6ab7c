-- Workspaces: the top containers, with the plan that says how many profiles they may have.
create table workspaces (
  workspace_id text primary key references access_workspaces (workspace_id),
  name text not null,
  timezone text not null,
  plan text not null check (plan in ('starter', 'growth', 'agency')),
  status text not null check (status in ('active', 'trialing')),
  trial_ends_at integer,                  -- of a trial, where plans apply: from then on the plan is the free one
  reporting_currency text not null,
  created_at integer not null,
  created_by text references people (person_id) -- null: a consumer app made it
) strict;
create index workspaces_by_creator on workspaces (created_by, name);

create table subscriptions (
  workspace_id text primary key references workspaces (workspace_id),
  processor text not null check (processor in ('local', 'stripe', 'shopify')),
  period_start integer not null,
  period_end integer,                     -- null: until somebody changes it
  is_past_due integer not null check (is_past_due in (0, 1)),
  customer_ref text,
  subscription_ref text,
  updated_at integer not null
) strict;

-- The look of a workspace for recipients of its reports and mails.
create table workspace_branding (
  workspace_id text primary key references workspaces (workspace_id),
  display_name text,
  primary_color text,
  accent_color text,
  website_url text,
  support_email text,
  updated_at integer not null
) strict;

-- One logo a workspace, encoded again here: nothing of the uploaded file but its picture.
create table workspace_logos (
  workspace_id text primary key references workspaces (workspace_id),
  logo_id text not null unique,           -- SHA-256 of the bytes; the address says which picture it is
  png blob not null,
  width integer not null,
  height integer not null,
  updated_at integer not null
) strict;

-- The domain that a workspace's mails come from, once its owner has shown in DNS that it is theirs.
create table sender_domains (
  workspace_id text primary key references workspaces (workspace_id),
  domain text not null,
  ownership text not null,                -- what the ownership record must say; public
  selector text not null,
  public_key text not null,               -- DKIM, base64 of DER
  private_key blob not null,              -- sealed
  created_at integer not null,
  checked_at integer,
  ownership_state text check (ownership_state in ('found', 'missing', 'different')),
  dkim_state text check (dkim_state in ('found', 'missing', 'different')),
  verified_at integer                     -- null while a record is not there
) strict;

-- When a person last looked at a page that shows new items of a profile.
create table seen_tabs (
  profile_id text not null references access_profiles (profile_id),
  person_id text not null references people (person_id),
  tab text not null,
  seen_at integer not null,
  primary key (profile_id, person_id, tab)
) strict, without rowid;
