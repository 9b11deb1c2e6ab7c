CREATE TABLE idempotent_calls (
  call_key blob primary key,              -- SHA-256 over credential, operation and key; the key itself is not kept
  request_hash blob not null,             -- of parameters and body: another request under the same key is refused
  token text not null,                    -- of the attempt that holds the lease
  lease_until integer not null,
  status integer,                         -- null while it runs
  answer blob,                            -- sealed: it may show a secret that is shown once
  expires_at integer not null
) strict, without rowid;

CREATE INDEX idempotent_calls_by_expiry on idempotent_calls (expires_at);

CREATE TABLE invitations (
  invitation_id text primary key,
  workspace_id text not null references access_workspaces (workspace_id),
  profile_id text references access_profiles (profile_id), -- null: to the workspace
  email text not null,
  role text not null check (role in ('owner', 'admin', 'member', 'manager', 'analyst', 'viewer')),
  can_see_pii integer not null check (can_see_pii in (0, 1)),
  lookup text not null,
  hash blob not null,
  invited_by text not null,
  created_at integer not null,
  expires_at integer not null,
  accepted_at integer,
  accepted_by text references people (person_id),
  revoked_at integer,
  person_name text,
  profile_roles text not null default '[]' check (json_valid(profile_roles)), -- with the role in the workspace: [{profileId, role, canSeePii}]
  mail_id text                            -- the job of its mail
) strict;

CREATE INDEX invitations_by_lookup on invitations (lookup);

CREATE INDEX invitations_by_workspace on invitations (workspace_id, profile_id);

CREATE INDEX invitations_by_email on invitations (email);

CREATE TABLE credential_usage (
  usage_day text not null,                -- UTC
  credential text not null,               -- key:<id>, app:<id>
  requests integer not null,
  refused integer not null,               -- of these, answered with 4xx or 5xx
  primary key (usage_day, credential)
) strict, without rowid;

CREATE TABLE oauth_clients (
  client_id text primary key,
  name text not null,
  redirect_uris text not null check (json_valid(redirect_uris)),
  scopes text not null check (json_valid(scopes)),
  created_at integer not null,
  last_used_at integer                    -- null: registered and never used
) strict;

CREATE INDEX oauth_clients_by_use on oauth_clients (last_used_at, created_at);

CREATE TABLE grants (
  grant_id text primary key,
  person_id text not null references people (person_id),
  client_id text not null references oauth_clients (client_id),
  scopes text not null check (json_valid(scopes)), -- as granted, e.g. mcp:read
  resource text not null,
  created_at integer not null,
  last_used_at integer,
  revoked_at integer,
  revoked_because text,
  step_up_at integer
) strict;

CREATE INDEX grants_by_person on grants (person_id);

CREATE INDEX grants_by_client on grants (client_id);

CREATE TABLE authorization_codes (
  code_id text primary key,
  lookup text not null,
  hash blob not null,
  person_id text not null references people (person_id),
  client_id text not null references oauth_clients (client_id),
  redirect_uri text not null,
  code_challenge text not null,
  scopes text not null check (json_valid(scopes)),
  resource text not null,
  created_at integer not null,
  expires_at integer not null,
  used_at integer,
  grant_id text references grants (grant_id) -- what it produced, to be revoked when the code comes again
) strict;

CREATE INDEX authorization_codes_by_lookup on authorization_codes (lookup);

CREATE INDEX authorization_codes_by_expiry on authorization_codes (expires_at);

CREATE TABLE user_tokens (
  token_id text primary key,
  grant_id text not null references grants (grant_id),
  lookup text not null,
  hash blob not null,
  scopes text not null check (json_valid(scopes)), -- of the grant's, or fewer
  created_at integer not null,
  expires_at integer not null
) strict;

CREATE INDEX user_tokens_by_lookup on user_tokens (lookup);

CREATE INDEX user_tokens_by_grant on user_tokens (grant_id);

CREATE INDEX user_tokens_by_expiry on user_tokens (expires_at);

CREATE TABLE refresh_tokens (
  token_id text primary key,
  grant_id text not null references grants (grant_id),
  lookup text not null,
  hash blob not null,
  scopes text not null check (json_valid(scopes)),
  created_at integer not null,
  expires_at integer not null,
  used_at integer                         -- rotated away; the same again burns the grant
) strict;

CREATE INDEX refresh_tokens_by_lookup on refresh_tokens (lookup);

CREATE INDEX refresh_tokens_by_grant on refresh_tokens (grant_id);

CREATE INDEX refresh_tokens_by_expiry on refresh_tokens (expires_at);

CREATE TABLE apps (
  app_id text primary key,
  name text not null,
  secret_hash blob not null,
  tier text not null check (tier in ('standard', 'elevated', 'internal')),
  scopes text not null check (json_valid(scopes)),
  redirect_uris text not null check (json_valid(redirect_uris)),
  allowed_return_origins text not null check (json_valid(allowed_return_origins)),
  created_at integer not null,
  revoked_at integer,
  storefront text check (storefront in ('shopify')) -- null: in none
) strict;

CREATE TABLE app_tokens (
  token_id text primary key,
  app_id text not null references apps (app_id),
  lookup text not null,
  hash blob not null,
  created_at integer not null,
  expires_at integer not null
) strict;

CREATE INDEX app_tokens_by_lookup on app_tokens (lookup);

CREATE INDEX app_tokens_by_expiry on app_tokens (expires_at);

CREATE TABLE app_authorizations (
  authorization_id text primary key,
  app_id text not null references apps (app_id),
  workspace_id text not null references access_workspaces (workspace_id),
  profile_id text references access_profiles (profile_id), -- null: the workspace itself
  kind text not null check (kind in ('provisioned', 'adopted')),
  created_at integer not null,
  revoked_at integer
) strict;

CREATE UNIQUE INDEX app_authorizations_live on app_authorizations (app_id, workspace_id, coalesce(profile_id, ''))
  where revoked_at is null;

CREATE INDEX app_authorizations_by_workspace on app_authorizations (workspace_id);

CREATE INDEX app_authorizations_by_profile on app_authorizations (profile_id);

CREATE TABLE app_dpas (
  workspace_id text not null references access_workspaces (workspace_id),
  app_id text not null references apps (app_id),
  accepted_at integer not null,
  accepted_by text not null references people (person_id),
  withdrawn_at integer,
  withdrawn_by text references people (person_id),
  primary key (workspace_id, app_id)
) strict, without rowid;

CREATE TABLE audit (
  audit_no integer primary key,
  at integer not null,
  actor text not null,
  action text not null,
  workspace_id text,
  profile_id text,
  subject text not null,
  detail text not null check (json_valid(detail)),
  previous_hash text not null,
  hash text not null
) strict;

CREATE INDEX audit_by_workspace on audit (workspace_id, audit_no);

CREATE TRIGGER audit_is_never_changed before update on audit
begin
  select raise(abort, 'audit rows are never changed');
end;

CREATE TRIGGER audit_is_never_deleted before delete on audit
begin
  select raise(abort, 'audit rows are never deleted');
end;

CREATE TABLE pii_reads (
  read_no integer primary key,
  read_at integer not null,
  workspace_id text not null,
  profile_id text,
  actor text not null,                    -- person:<id>, key:<id>, app:<id>
  credential text not null,               -- session:<id>, grant:<id>, key:<id>, app:<id>
  operation text not null,
  status integer not null,
  request_id text not null,
  route text, -- "GET /api/v1/customers"; null in rows older than the column
  parameters text check (json_valid(parameters)), -- a JSON list of names, never a value; null in rows older than the column
  result text -- answered, or the error code of the refusal; null in rows older than the column
) strict;

CREATE INDEX pii_reads_by_workspace on pii_reads (workspace_id, read_no);

CREATE INDEX pii_reads_by_time on pii_reads (read_at);

CREATE TABLE handoffs (
  handoff_id text primary key,
  kind text not null,
  workspace_id text not null references access_workspaces (workspace_id),
  profile_id text references access_profiles (profile_id), -- null: about the workspace
  payload text not null check (json_valid(payload)),
  lookup text not null,
  hash blob not null,
  raised_by text not null,                -- the credential, which never decides it
  actor text not null,
  created_at integer not null,
  expires_at integer not null,
  decision text check (decision in ('approved', 'rejected')),
  decided_at integer,
  decided_by text,                        -- person:<id>, or who settled it elsewhere
  outcome text check (outcome in ('approved', 'rejected', 'expired', 'failed')),
  result text check (json_valid(result)),
  ended_at integer
) strict;

CREATE INDEX handoffs_by_lookup on handoffs (lookup);

CREATE INDEX handoffs_by_workspace on handoffs (workspace_id, kind);

CREATE TABLE api_keys (
  api_key_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  name text not null,
  lookup text not null,
  hash blob not null,
  scopes text not null check (json_valid(scopes)),
  rate_limit_per_minute integer not null check (rate_limit_per_minute > 0),
  minted_by text not null,
  created_at integer not null,
  expires_at integer,
  revoked_at integer,
  app_id text references apps (app_id), -- the app that minted it, if one did
  replaced_by text references api_keys (api_key_id) -- the key that it was rotated into
) strict;

CREATE INDEX api_keys_by_lookup on api_keys (lookup);

CREATE INDEX api_keys_by_profile on api_keys (profile_id);

CREATE TABLE people (
  person_id text primary key,
  email text not null unique,
  name text,
  created_at integer not null,
  email_confirmed_at integer -- null until somebody has followed a link to this address
) strict;

CREATE TABLE sessions (
  session_id text primary key,
  person_id text not null references people (person_id),
  lookup text not null,
  hash blob not null,
  created_at integer not null,
  expires_at integer not null,
  revoked_at integer,
  last_seen_at integer,
  client text -- browser and system in words, e.g. "Firefox on Linux"
) strict;

CREATE INDEX sessions_by_lookup on sessions (lookup);

CREATE INDEX sessions_by_person on sessions (person_id);

CREATE TABLE sign_in_links (
  link_id text primary key,
  person_id text not null references people (person_id),
  lookup text not null,
  hash blob not null,
  created_at integer not null,
  expires_at integer not null,
  used_at integer
) strict;

CREATE INDEX sign_in_links_by_lookup on sign_in_links (lookup);

CREATE INDEX sign_in_links_by_expiry on sign_in_links (expires_at);

CREATE TABLE passwords (
  person_id text primary key references people (person_id),
  hash text not null,                     -- argon2id, in its own text form with salt and costs
  changed_at integer not null
) strict, without rowid;

CREATE TABLE email_links (
  link_id text primary key,
  kind text not null check (kind in ('sign_up', 'reset')),
  email text not null,
  lookup text not null,
  hash blob not null,
  continue_path text not null,            -- where the person was going, on this service
  created_at integer not null,
  expires_at integer not null,            -- begins anew when the mail was sent
  used_at integer
) strict;

CREATE INDEX email_links_by_lookup on email_links (lookup);

CREATE INDEX email_links_by_email on email_links (email, kind);

CREATE INDEX email_links_by_expiry on email_links (expires_at);

CREATE TABLE access_workspaces (
  workspace_id text primary key,
  created_at integer not null,
  archived_at integer,
  provisioned_by text references apps (app_id),
  is_healthcare integer not null default 0 check (is_healthcare in (0, 1)),
  archive_counts text check (json_valid(archive_counts)), -- null until it is archived
  purged_at integer
) strict;

CREATE TABLE access_profiles (
  profile_id text primary key,
  workspace_id text not null references access_workspaces (workspace_id),
  created_at integer not null,
  archived_at integer,
  provisioned_by text references apps (app_id),
  is_healthcare integer not null default 0 check (is_healthcare in (0, 1)),
  purged_at integer, -- when its data was gone from every store
  is_demo integer not null default 0 check (is_demo in (0, 1))
) strict;

CREATE INDEX access_profiles_by_workspace on access_profiles (workspace_id);

CREATE TABLE workspace_members (
  workspace_id text not null references access_workspaces (workspace_id),
  person_id text not null references people (person_id),
  role text not null check (role in ('owner', 'admin', 'member')),
  created_at integer not null,
  primary key (workspace_id, person_id)
) strict, without rowid;

CREATE INDEX workspace_members_by_person on workspace_members (person_id);

CREATE TABLE profile_members (
  profile_id text not null references access_profiles (profile_id),
  person_id text not null references people (person_id),
  role text not null check (role in ('manager', 'analyst', 'viewer')),
  can_see_pii integer not null check (can_see_pii in (0, 1)),
  created_at integer not null,
  membership_id text,
  primary key (profile_id, person_id)
) strict, without rowid;

CREATE INDEX profile_members_by_person on profile_members (person_id);

CREATE UNIQUE INDEX profile_members_by_id on profile_members (membership_id);

CREATE TABLE profile_entitlements (
  profile_id text not null references profiles (profile_id),
  feature text not null,
  is_enabled integer not null check (is_enabled in (0, 1)),
  primary key (profile_id, feature)
) strict, without rowid;

CREATE TABLE former_owners (
  workspace_id text not null references access_workspaces (workspace_id),
  person_id text not null references people (person_id),
  primary key (workspace_id, person_id)
) strict, without rowid;

CREATE TABLE removed_members (
  place_id text not null,
  member_id text not null,
  person_id text not null,
  removed_at integer not null,
  primary key (place_id, member_id)
) strict, without rowid;

CREATE TABLE profiles (
  profile_id text primary key references access_profiles (profile_id),
  workspace_id text not null references workspaces (workspace_id),
  name text not null,
  currency text not null,
  timezone text not null,
  domains text not null check (json_valid(domains)),
  privacy_mode text not null check (privacy_mode in ('standard', 'platform_safe', 'hipaa')),
  onboarding_completed integer not null default 0 check (onboarding_completed in (0, 1)),
  configured_at integer,
  created_by text not null,
  created_at integer not null,
  updated_at integer not null,
  demo_filled_at integer -- null: not filled to the end, or no demo
) strict;

CREATE INDEX profiles_by_workspace on profiles (workspace_id, name);

CREATE TABLE profile_zones (
  profile_id text primary key references profiles (profile_id),
  zone text not null,
  -- Which table of zones it is from, such as 2026c; empty where it is not known.
  version text not null,
  shifts text not null check (json_valid(shifts))
) strict;

CREATE TABLE workspaces (
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

CREATE INDEX workspaces_by_creator on workspaces (created_by, name);

CREATE TABLE subscriptions (
  workspace_id text primary key references workspaces (workspace_id),
  processor text not null check (processor in ('local', 'stripe', 'shopify')),
  period_start integer not null,
  period_end integer,                     -- null: until somebody changes it
  is_past_due integer not null check (is_past_due in (0, 1)),
  customer_ref text,
  subscription_ref text,
  updated_at integer not null
) strict;

CREATE TABLE workspace_branding (
  workspace_id text primary key references workspaces (workspace_id),
  display_name text,
  primary_color text,
  accent_color text,
  website_url text,
  support_email text,
  updated_at integer not null
) strict;

CREATE TABLE workspace_logos (
  workspace_id text primary key references workspaces (workspace_id),
  logo_id text not null unique,           -- SHA-256 of the bytes; the address says which picture it is
  png blob not null,
  width integer not null,
  height integer not null,
  updated_at integer not null
) strict;

CREATE TABLE sender_domains (
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

CREATE TABLE seen_tabs (
  profile_id text not null references access_profiles (profile_id),
  person_id text not null references people (person_id),
  tab text not null,
  seen_at integer not null,
  primary key (profile_id, person_id, tab)
) strict, without rowid;

CREATE TABLE profile_branding (
  profile_id text primary key references access_profiles (profile_id),
  display_name text,
  primary_color text,
  accent_color text,
  font text check (font in ('sans', 'serif', 'rounded', 'mono')),
  tone text check (tone in ('neutral', 'friendly', 'formal', 'playful')),
  updated_at integer not null
) strict;

CREATE TABLE profile_logos (
  profile_id text primary key references access_profiles (profile_id),
  logo_id text not null unique,           -- SHA-256 of the bytes; the address says which picture it is
  png blob not null,
  width integer not null,
  height integer not null,
  updated_at integer not null
) strict;

CREATE TABLE bio_pages (
  profile_id text primary key references access_profiles (profile_id),
  title text,
  body text,
  links text not null check (json_valid(links)),
  theme text not null check (theme in ('auto', 'light', 'dark')),
  is_published integer not null check (is_published in (0, 1)),
  updated_at integer not null
) strict;

CREATE TABLE bio_handles (
  handle text primary key,
  skeleton text not null unique,          -- what it looks like: two handles that can be mistaken for one another have the same
  profile_id text not null references access_profiles (profile_id),
  retired_at integer                      -- null: the handle of now
) strict;

CREATE UNIQUE INDEX bio_handles_of_now on bio_handles (profile_id) where retired_at is null;

CREATE TABLE bio_days (
  profile_id text not null references access_profiles (profile_id),
  day text not null,
  link_id text not null,                  -- empty: the page itself
  times integer not null,
  primary key (profile_id, day, link_id)
) strict, without rowid;

CREATE TABLE share_destinations (
  profile_id text primary key references access_profiles (profile_id),
  url text not null,
  utm text not null check (json_valid(utm)),
  updated_at integer not null
) strict;

CREATE TABLE knowledge_documents (
  document_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  title text not null,
  kind text not null check (kind in ('text', 'markdown', 'pdf', 'docx')),
  bytes integer not null,                 -- of what was sent
  characters integer not null,
  personal_data text not null check (json_valid(personal_data)), -- kinds that were found, no values
  content_hash blob not null,             -- SHA-256 of what was sent
  created_by text not null,               -- as in the audit
  created_at integer not null,
  updated_at integer not null,
  unique (profile_id, content_hash)
) strict;

CREATE INDEX knowledge_documents_by_age on knowledge_documents (profile_id, created_at, document_id);

CREATE TABLE knowledge_passages (
  passage_no integer primary key,
  profile_id text not null references access_profiles (profile_id),
  document_id text not null references knowledge_documents (document_id),
  position integer not null,
  text text not null,
  -- One word of the index, by which a search reads the passages of its profile alone.
  owner text generated always as (replace(profile_id, '-', '')) virtual,
  unique (document_id, position)
) strict;

CREATE INDEX knowledge_passages_of_profile on knowledge_passages (profile_id);

CREATE VIRTUAL TABLE knowledge_index using fts5 (
  owner, text, content = 'knowledge_passages', content_rowid = 'passage_no', tokenize = 'porter unicode61 remove_diacritics 2'
);

CREATE TRIGGER knowledge_passages_added after insert on knowledge_passages begin
  insert into knowledge_index (rowid, owner, text) values (new.passage_no, new.owner, new.text);
end;

CREATE TRIGGER knowledge_passages_removed after delete on knowledge_passages begin
  insert into knowledge_index (knowledge_index, rowid, owner, text) values ('delete', old.passage_no, old.owner, old.text);
end;

CREATE TRIGGER knowledge_passages_changed after update on knowledge_passages begin
  insert into knowledge_index (knowledge_index, rowid, owner, text) values ('delete', old.passage_no, old.owner, old.text);
  insert into knowledge_index (rowid, owner, text) values (new.passage_no, new.owner, new.text);
end;

CREATE TABLE ad_write_plans (
  plan_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  workspace_id text not null,
  operation text not null,
  actor text not null,
  credential text not null,
  applied_by text,                        -- whom a program names as the person behind it
  source text check (json_valid(source)), -- what it was planned for, such as a recommendation; null of a call of its own
  is_independent integer not null default 0 check (is_independent in (0, 1)), -- one that fails takes none of the others back
  skipped text not null default '[]' check (json_valid(skipped)), -- what was requested and is not changed, with the reasons
  evidence text not null check (json_valid(evidence)), -- what the approver sees
  handoff_id text,
  intent_id text,                         -- once it was approved
  status text not null
  check (status in ('awaiting_approval', 'planned', 'applying', 'applied', 'undone', 'failed', 'rejected', 'expired')),
  error text check (json_valid(error)),
  created_at integer not null,
  ended_at integer
) strict;

CREATE INDEX ad_write_plans_by_profile on ad_write_plans (profile_id, created_at);

CREATE TABLE ad_writes (
  write_id text primary key,
  plan_id text not null references ad_write_plans (plan_id) on delete cascade,
  position integer not null,
  profile_id text not null,
  kind text not null check (kind in ('pause', 'resume', 'budget', 'url_tags', 'duplicate_and_swap')),
  platform text not null,
  account_id text not null,
  currency text not null,
  target_type text not null check (target_type in ('ad', 'adset')),
  target_id text not null,
  target_name text not null,
  adset_id text not null,
  campaign_id text not null,
  planned_on text not null check (json_valid(planned_on)), -- the target as the platform had it when the change was planned
  before text not null check (json_valid(before)),
  after text not null check (json_valid(after)),
  result text check (json_valid(result)), -- the target as it was read back
  status text not null
  check (status in ('awaiting_approval', 'planned', 'applying', 'applied', 'undoing', 'undone', 'failed', 'rejected', 'expired')),
  undoes text,                            -- the change that this one takes back
  copy_id text,                           -- of a duplicate-and-swap, the ad that delivers instead
  request_ids text not null default '[]' check (json_valid(request_ids)), -- the platform's
  error text check (json_valid(error)),
  created_at integer not null,
  sent_at integer,                        -- when the platform was first asked for it
  ended_at integer
) strict;

CREATE INDEX ad_writes_by_plan on ad_writes (plan_id, position);

CREATE INDEX ad_writes_by_profile on ad_writes (profile_id, created_at);

CREATE INDEX ad_writes_by_target on ad_writes (platform, target_type, target_id, created_at);

CREATE UNIQUE INDEX ad_writes_one_at_a_time on ad_writes (platform, target_type, target_id)
where status in ('planned', 'applying', 'undoing');

CREATE TABLE ad_budget_requests (
  profile_id text not null references access_profiles (profile_id),
  write_id text not null,
  platform text not null,
  adset_id text not null,
  sent_at integer not null
) strict;

CREATE INDEX ad_budget_requests_by_adset on ad_budget_requests (platform, adset_id, sent_at);

CREATE TABLE connections (
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
  removed_at integer,
  revocation text check (revocation in ('done', 'failed', 'none'))
) strict;

CREATE INDEX connections_by_profile on connections (profile_id);

CREATE TABLE connection_accounts (
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
  outcome_sources text check (json_valid(outcome_sources)), -- stages and forms that the account has
  primary key (connection_id, account_id)
) strict, without rowid;

CREATE INDEX connection_accounts_due on connection_accounts (is_selected, spend_due_at);

CREATE INDEX connection_accounts_catalogue_due on connection_accounts (is_selected, catalogue_due_at);

CREATE INDEX connection_accounts_by_account on connection_accounts (account_id);

CREATE INDEX connection_accounts_by_profile on connection_accounts (profile_id);

CREATE TABLE connect_links (
  link_id text primary key,
  connection_id text not null references connections (connection_id) on delete cascade,
  profile_id text not null,
  provider text not null,
  lookup text not null,
  hash blob not null,
  return_url text,
  accounts text check (json_valid(accounts)), -- the accounts to connect, where the caller named them
  shop text,                              -- the address of a shop, where the caller named it
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

CREATE INDEX connect_links_by_lookup on connect_links (lookup);

CREATE INDEX connect_links_by_connection on connect_links (connection_id);

CREATE INDEX connect_links_by_profile on connect_links (profile_id);

CREATE TABLE catalogue_objects (
  profile_id text not null,
  platform text not null,
  account_id text not null,
  object_type text not null check (object_type in ('campaign', 'adset', 'ad')),
  object_id text not null,
  content_hash blob,                      -- null while a change is on its way to the journal
  is_removed integer not null default 0 check (is_removed in (0, 1)),
  campaign_id text,                       -- of an ad set or ad
  adset_id text,                          -- of an ad
  primary key (profile_id, platform, account_id, object_type, object_id)
) strict, without rowid;

CREATE INDEX catalogue_objects_by_id on catalogue_objects (profile_id, object_type, object_id);

CREATE TABLE chat_ads (
  profile_id text not null,
  platform text not null,
  account_id text not null,
  ad_id text not null,
  ad text not null check (json_valid(ad)),
  primary key (profile_id, ad_id, platform)
) strict, without rowid;

CREATE INDEX chat_ads_by_account on chat_ads (profile_id, platform, account_id);

CREATE TABLE creative_pictures (
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

CREATE INDEX creative_pictures_lost on creative_pictures (profile_id) where lost_at is not null;

CREATE INDEX creative_pictures_open on creative_pictures (profile_id, platform, account_id) where url is not null;

CREATE TABLE connection_hooks (
  connection_id text primary key references connections (connection_id) on delete cascade,
  profile_id text not null,
  token text not null unique,             -- of the address
  secret blob,                            -- sealed with the profile's key; null where the provider signs all with one key
  hook_id text                            -- the provider's id of the subscription; null before it is registered
) strict, without rowid;

CREATE INDEX connection_hooks_by_profile on connection_hooks (profile_id);

CREATE TABLE source_records (
  profile_id text not null,
  provider text not null,
  account_id text not null,
  record_id text not null,                -- with its type, e.g. sale/ch_1
  read_at integer not null,               -- when the reading began; an earlier one changes nothing any more
  content_hash blob not null,             -- keyed, of what counted then
  primary key (profile_id, provider, account_id, record_id)
) strict, without rowid;

CREATE TABLE source_facts (
  profile_id text not null,
  provider text not null,
  account_id text not null,
  record_id text not null,
  outcome_key text not null,              -- the idempotency key of the fact
  part text not null,                     -- the stage or form; empty for money
  generation integer not null,
  seq integer not null,
  content_hash blob not null,             -- keyed
  occurred_at integer not null,
  is_own integer not null check (is_own in (0, 1)), -- 0: another sender had reported it before
  is_withdrawn integer not null check (is_withdrawn in (0, 1)),
  primary key (profile_id, provider, account_id, record_id, outcome_key)
) strict, without rowid;

CREATE INDEX source_facts_by_seq on source_facts (profile_id, seq);

CREATE TABLE conversion_destinations (
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

CREATE INDEX conversion_destinations_by_profile on conversion_destinations (profile_id);

CREATE UNIQUE INDEX conversion_destinations_by_target on conversion_destinations (profile_id, target_key) where removed_at is null;

CREATE TABLE conversion_catalog (
  destination_id text not null references conversion_destinations (destination_id) on delete cascade,
  conversion_key text not null,
  profile_id text not null,
  event_name text not null,
  value_rule text not null check (value_rule in ('net', 'none')),
  enabled_at integer not null,            -- conversions from before are not sent
  primary key (destination_id, conversion_key)
) strict, without rowid;

CREATE INDEX conversion_catalog_by_profile on conversion_catalog (profile_id);

CREATE TABLE conversion_items (
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

CREATE INDEX conversion_items_queued on conversion_items (destination_id, conversion_no) where is_queued = 1;

CREATE INDEX conversion_items_open on conversion_items (destination_id, conversion_no) where is_open = 1;

CREATE INDEX conversion_items_by_hour on conversion_items (profile_id, hour);

CREATE INDEX conversion_items_by_person on conversion_items (profile_id, person_key);

CREATE TABLE conversion_resends (
  delivery_id text primary key,
  destination_id text not null references conversion_destinations (destination_id) on delete cascade,
  profile_id text not null
) strict, without rowid;

CREATE INDEX conversion_resends_by_destination on conversion_resends (destination_id);

CREATE INDEX conversion_resends_by_profile on conversion_resends (profile_id);

CREATE TABLE conversion_marks (
  profile_id text not null,
  hour integer not null,
  digest text not null,
  primary key (profile_id, hour)
) strict, without rowid;

CREATE TABLE conversion_targets (
  profile_id text primary key references access_profiles (profile_id),
  target text not null check (target in ('existing', 'clean')),
  clean_dataset_id text,
  clean_dataset_name text,
  updated_at integer not null
) strict, without rowid;

CREATE TABLE audiences (
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

CREATE INDEX audiences_by_profile on audiences (profile_id);

CREATE TABLE audience_members (
  audience_id text not null,
  customer_no integer not null,
  profile_id text not null,
  primary key (audience_id, customer_no)
) strict, without rowid;

CREATE INDEX audience_members_by_customer on audience_members (profile_id, customer_no);

CREATE TABLE webhook_subscriptions (
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

CREATE INDEX webhook_subscriptions_by_profile on webhook_subscriptions (profile_id);

CREATE TABLE webhook_outbox (
  outbox_no integer primary key autoincrement, -- never used again: a tail confirms what it has read by it
  message_id text not null unique,
  subscription_id text not null references webhook_subscriptions (subscription_id) on delete cascade,
  profile_id text not null,
  type text not null,
  occurred_at integer not null,
  body text not null,
  moved_at integer                        -- when the ledger got it; null until then
) strict;

CREATE INDEX webhook_outbox_by_subscription on webhook_outbox (subscription_id, outbox_no);

CREATE INDEX webhook_outbox_unmoved on webhook_outbox (subscription_id, outbox_no) where moved_at is null;

CREATE INDEX webhook_outbox_by_profile on webhook_outbox (profile_id);

CREATE TABLE webhook_redeliveries (
  message_id text primary key,
  subscription_id text not null references webhook_subscriptions (subscription_id) on delete cascade,
  profile_id text not null
) strict, without rowid;

CREATE INDEX webhook_redeliveries_by_subscription on webhook_redeliveries (subscription_id);

CREATE INDEX webhook_redeliveries_by_profile on webhook_redeliveries (profile_id);

CREATE TABLE webhook_alerts (
  profile_id text not null,
  type text not null,
  name text not null,
  primary key (profile_id, type, name)
) strict, without rowid;

CREATE TABLE recommendations (
  recommendation_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  kind text not null check (kind in ('scale', 'pause', 'reallocate', 'refresh_creative')),
  target_key text not null,
  platform text not null,
  account_id text not null,
  ad_id text not null,
  ad_name text,
  status text not null check (
    status in ('open', 'withheld', 'awaiting_approval', 'applied', 'approved', 'rejected', 'failed', 'dismissed', 'superseded', 'expired')
  ),
  reason text,                            -- why it is withheld
  findings text check (json_valid(findings)),  -- names of the findings of data quality that withhold it; null for other reasons
  wrong real not null,                    -- probability that what it says is wrong
  evidence text not null check (json_valid(evidence)),
  through_seq text not null,              -- version of the figures when it was last evaluated
  through_decision text not null,
  created_at integer not null,
  evaluated_at integer not null,
  closed_at integer,
  closed_by text,
  closed_reason text,
  superseded_by text,
  plan_id text,                           -- the changes at the platform that it was applied by
  handoff_id text,                        -- the approval that the last of them waited for
  result text check (json_valid(result))
) strict;

CREATE INDEX recommendations_by_profile on recommendations (profile_id, created_at desc, recommendation_id);

CREATE INDEX recommendations_by_target on recommendations (profile_id, target_key, status);

CREATE TABLE recommendation_scores (
  recommendation_id text not null,
  profile_id text not null,
  disposition text not null check (disposition in ('applied', 'undone', 'dismissed', 'expired', 'withheld')),
  actor text,
  kind text not null,
  target_key text not null,
  frozen text not null check (json_valid(frozen)),
  frozen_at integer not null,
  due_at integer not null,
  scored_at integer,
  is_hit integer check (is_hit in (0, 1)),  -- null where nothing could be observed
  observed text check (json_valid(observed)),
  primary key (profile_id, recommendation_id)
) strict, without rowid;

CREATE INDEX recommendation_scores_due on recommendation_scores (profile_id, scored_at, due_at);

CREATE TABLE file_imports (
  import_no integer primary key autoincrement,
  import_id text not null unique,
  profile_id text not null,
  status text not null check (status in ('asks', 'refused', 'ready', 'running', 'completed', 'undone', 'failed')),
  kind text check (kind in ('events', 'spend', 'payments', 'deals', 'customers')),
  file_name blob not null,                  -- sealed by the profile's key, as all blobs here
  content_hash text not null,               -- of the bytes
  bytes integer not null,
  reading blob not null,                    -- JSON: what a person says of the file
  revision integer not null default 0,      -- of the reading
  is_mapping_kept integer not null default 0 check (is_mapping_kept in (0, 1)),
  preview blob not null,                    -- JSON: what the file is and would bring
  run blob,                                 -- JSON: how it is committed, the same after an interruption; null before
  result blob,                              -- JSON: what the commit brought
  payments_import text,                     -- of payments and deals: their import in statement_imports
  created_by text not null,
  created_at integer not null,              -- milliseconds since 1970, as every time here
  expires_at integer not null,              -- until when the file, or the list of its rejected rows, is kept
  committed_at integer,
  undone_at integer
) strict;

CREATE INDEX file_imports_by_profile on file_imports (profile_id, import_no);

CREATE INDEX file_imports_by_expiry on file_imports (expires_at);

CREATE TABLE file_import_days (
  profile_id text not null,
  import_id text not null,
  platform text not null,
  account_id text not null,
  spend_day text not null,
  effect text not null check (effect in ('new', 'same', 'added', 'replaced')),
  before text check (before is null or json_valid(before)), -- the day in force; null of one without spend
  after text not null check (json_valid(after)),
  primary key (import_id, platform, account_id, spend_day)
) strict, without rowid;

CREATE INDEX file_import_days_by_profile on file_import_days (profile_id);

CREATE TABLE kept_mappings (
  profile_id text not null,
  header_hash text not null,
  mapping blob not null,                    -- JSON, sealed by the profile's key
  kept_at integer not null,
  primary key (profile_id, header_hash)
) strict, without rowid;

CREATE TABLE master_keys (
  key_id text primary key,
  key_check blob not null
) strict, without rowid;

CREATE TABLE profile_keys (
  profile_id text primary key,
  key_id text not null references master_keys (key_id),
  sealed_key blob not null
) strict, without rowid;

CREATE TABLE decisions (
  profile_id text not null,
  decision_no integer not null check (decision_no > 0),
  after_seq integer not null check (after_seq >= 0),
  caused_by_seq integer,
  kind text not null,
  subject text not null,
  payload text not null check (json_valid(payload)),
  actor text not null,
  decided_at integer not null,
  -- The checksum of the other columns; null for a decision of an earlier version.
  checksum integer,
  primary key (profile_id, decision_no)
) strict, without rowid;

CREATE TRIGGER decisions_no_delete before delete on decisions
when exists (select 1 from profile_keys where profile_keys.profile_id = old.profile_id)
begin
  select raise(abort, 'decisions are append-only');
end;

CREATE TRIGGER decisions_no_update before update on decisions
when new.profile_id <> old.profile_id
  or new.decision_no <> old.decision_no
  or new.after_seq <> old.after_seq
  or new.caused_by_seq is not old.caused_by_seq
  or new.kind <> old.kind
  or new.subject <> old.subject
  or new.actor <> old.actor
  or new.decided_at <> old.decided_at
  or old.kind not in ('identifier_added', 'identifier_moved', 'identifier_left_off', 'browser_linked', 'browser_relinked')
  or not exists (select 1 from erasures where erasures.profile_id = old.profile_id and erasures.work is not null)
begin
  select raise(abort, 'decisions are append-only');
end;

CREATE TABLE cursors (
  name text not null,
  profile_id text not null,
  value integer not null,
  primary key (name, profile_id)
) strict, without rowid;

CREATE TABLE jobs (
  job_id text not null unique,
  kind text not null,
  profile_id text not null,
  payload text not null check (json_valid(payload)),
  dedupe_key text,
  status text not null check (status in ('waiting', 'running', 'done', 'failed')),
  attempts integer not null default 0,
  max_attempts integer not null check (max_attempts > 0),
  run_at integer not null,
  lease_seconds integer,
  lease_until integer,
  created_at integer not null,
  started_at integer,
  finished_at integer,
  progress text,
  result text,
  error text,
  lease_no integer not null default 0,
  concurrency_key text,
  is_ordered integer not null default 0,
  is_mandatory integer not null default 0,
  failure text
  check (failure in ('attempts_used', 'refused', 'payload_invalid', 'handler_missing', 'worker_lost'))
) strict;

CREATE UNIQUE INDEX jobs_waiting_once on jobs (kind, dedupe_key) where status = 'waiting' and dedupe_key is not null;

CREATE INDEX jobs_of_profile on jobs (profile_id, kind);

CREATE INDEX jobs_of_kind on jobs (kind, run_at) where status in ('waiting', 'running');

CREATE INDEX jobs_of_key on jobs (concurrency_key) where status in ('waiting', 'running') and concurrency_key is not null;

CREATE INDEX jobs_failed on jobs (kind) where status = 'failed';

CREATE INDEX jobs_of_dedupe_key on jobs (kind, dedupe_key) where dedupe_key is not null;

CREATE TABLE installation (
  id text not null,
  opening integer not null,
  next_opening integer,
  ledger_id text,                         -- null before a ledger was opened
  ledger_opening integer
) strict;

CREATE TABLE schema_version (
  hash text not null,
  created_at integer not null
) strict;

CREATE TABLE intents (
  intent_id text not null primary key,
  operation text not null,
  workspace_id text,
  -- The hash of credential, operation and idempotency key.
  call_key blob unique,
  request_hash blob,
  -- Sealed.
  intent blob not null,
  status text not null check (status in ('planned', 'applying', 'done', 'failed')),
  -- Sealed; the answer, or the error.
  outcome blob,
  created_at integer not null,
  ended_at integer
) strict;

CREATE INDEX intents_ended on intents (ended_at) where ended_at is not null;

CREATE INDEX intents_of_workspace on intents (workspace_id);

CREATE TABLE profile_moves (
  profile_id text primary key,
  status text not null check (status in ('leaving', 'left', 'released', 'arriving')),
  -- The installation that may take it, the only one; of an arrival the one that it left.
  other_installation text not null,
  address text,             -- where senders find it, as the operator says
  sealed_key blob,          -- the key of the file, sealed with the master key; null of an arrival
  contents text,            -- digests of what the file contains, from `left` on
  file text,
  changed_at integer not null
) strict, without rowid;

CREATE TABLE kept_files (
  name text primary key,
  version integer not null,
  written_at integer not null
) strict, without rowid;

CREATE TABLE store_losses (
  loss_no integer primary key,
  store text not null check (store in ('ledger', 'sandbox', 'clock', 'short_lived')),
  what text not null,
  found_at integer not null,
  announced integer,                      -- deliveries that were announced again after the loss of a ledger; null until they were
  accepted_at integer
) strict;

CREATE INDEX store_losses_open on store_losses (loss_no) where accepted_at is null;

CREATE TABLE backfills (
  profile_id text not null,
  kind text not null check (kind in ('events', 'spend')),
  content_sha256 text not null,
  report text not null check (json_valid(report)), -- counts, bad rows by line and reason, unknown columns
  loaded_at integer not null,             -- milliseconds since 1970
  primary key (profile_id, kind, content_sha256)
) strict, without rowid;

CREATE TABLE refused_outcomes (
  profile_id text not null,
  day text not null,                      -- UTC
  sender text not null,                   -- kind and id of the credential
  event_type text not null,
  reason text not null check (reason in ('used_key', 'wrong_amount', 'wrong_time', 'wrong_field')),
  outcome_key text not null,              -- empty: a sum of several, or without a key
  currency text not null,                 -- empty where no amount could be read
  outcomes integer not null,
  attempts integer not null,
  amount text not null,                   -- decimal, of all outcomes together
  primary key (profile_id, day, sender, event_type, reason, outcome_key, currency)
) strict, without rowid;

CREATE TABLE customers (
  profile_id text not null,
  customer_no integer not null,           -- number of the decision that created it
  customer_profile_id text not null,      -- its public id
  first_name text,
  last_name text,
  name_trust text check (name_trust in ('server', 'browser')), -- who gave the name: a server's replaces a browser's
  country text,                           -- ISO 3166-1 alpha-2
  created_by_seq integer not null,        -- the fact that created it
  first_seen_at integer not null,         -- occurred_at of its earliest identified fact, microseconds since 1970
  last_seen_at integer not null,          -- … and of its latest
  is_told integer not null default 0 check (is_told in (0, 1)),
  is_claim integer not null default 0 check (is_claim in (0, 1)),
  successor_no integer, -- the customer that took over everything of this one
  primary key (profile_id, customer_no)
) strict, without rowid;

CREATE INDEX customers_succeeded on customers (profile_id, successor_no) where successor_no is not null;

CREATE TABLE identifiers (
  profile_id text not null,
  identifier_key integer not null,        -- 62-bit key of "type:token"
  type text not null check (type in ('external_id', 'crm_contact_id', 'national_id', 'email', 'phone')),
  customer_no integer not null,           -- the member it names, never the head of a merge
  value text,                             -- normalised, in clear; null for a national id
  sealed blob,                            -- a national id, encrypted with the profile's key
  decision_no integer not null,
  added_by_seq integer not null,
  primary key (profile_id, identifier_key)
) strict, without rowid;

CREATE INDEX identifiers_of_customer on identifiers (profile_id, customer_no, type, decision_no);

CREATE TABLE browsers (
  profile_id text not null,
  visitor_key integer not null,           -- 62-bit key of the browser's token
  customer_no integer not null,           -- the first link wins and stays
  anonymous_id text,                      -- in clear, when the fact that linked it gave it
  decision_no integer not null,
  linked_by_seq integer not null,
  is_claim integer not null default 0 check (is_claim in (0, 1)),
  primary key (profile_id, visitor_key)
) strict, without rowid;

CREATE INDEX browsers_of_customer on browsers (profile_id, customer_no);

CREATE TABLE merge_edges (
  profile_id text not null,
  customer_a integer not null,
  customer_b integer not null,
  decision_no integer not null,
  primary key (profile_id, customer_a, customer_b, decision_no),
  check (customer_a < customer_b)
) strict, without rowid;

CREATE INDEX merge_edges_back on merge_edges (profile_id, customer_b, customer_a);

CREATE TABLE proposals (
  profile_id text not null,
  customer_a integer not null,            -- the older of the two
  customer_b integer not null,
  status text not null default 'open' check (status in ('open', 'merged', 'dismissed', 'snoozed')),
  first_seq integer not null,             -- the fact that opened it
  last_seq integer not null,              -- the last fact that spoke for it
  head_a integer not null default 0, -- person of customer_a: its oldest member
  head_b integer not null default 0,
  person_low integer generated always as (min(head_a, head_b)) virtual,
  person_high integer generated always as (max(head_a, head_b)) virtual,
  score integer not null default 0, -- thousandths
  match_score integer not null default 0, -- thousandths: what the proposer found
  match_reasons text not null default '[]' check (json_valid(match_reasons)), -- codes
  opened_at integer not null default 0, -- milliseconds since 1970
  snoozed_until integer,
  decided_at integer,
  decided_by text,
  primary key (profile_id, customer_a, customer_b),
  check (customer_a < customer_b)
) strict, without rowid;

CREATE INDEX proposals_by_score on proposals (profile_id, score desc, customer_a, customer_b);

CREATE INDEX proposals_by_opening on proposals (profile_id, opened_at);

CREATE INDEX proposals_of_b on proposals (profile_id, customer_b);

CREATE INDEX proposals_of_persons on proposals (profile_id, person_low, person_high, status);

CREATE INDEX proposals_of_high on proposals (profile_id, person_high);

CREATE TABLE proposal_evidence (
  profile_id text not null,
  customer_a integer not null,
  customer_b integer not null,
  kind text not null check (kind in ('same_fact', 'shared_browser', 'browser_claim')),
  type text not null,                     -- type of the identifier, or anonymous_id
  identifier_key integer not null,        -- or visitor_key
  first_seq integer not null,
  last_seq integer not null,
  times integer not null default 1,
  primary key (profile_id, customer_a, customer_b, kind, identifier_key)
) strict, without rowid;

CREATE INDEX proposal_evidence_of_b on proposal_evidence (profile_id, customer_b);

CREATE TABLE identifier_claims (
  profile_id text not null,
  identifier_key integer not null,
  customer_no integer not null,
  type text not null,
  first_seq integer not null,
  last_seq integer not null,
  times integer not null default 1,
  sealed blob,
  primary key (profile_id, identifier_key, customer_no)
) strict, without rowid;

CREATE INDEX identifier_claims_of_customer on identifier_claims (profile_id, customer_no);

CREATE TABLE identifiers_left_off (
  profile_id text not null,
  identifier_key integer not null,
  customer_no integer not null,
  type text not null,
  reason text not null,
  first_seq integer not null,
  last_seq integer not null,
  times integer not null default 1,
  primary key (profile_id, identifier_key, customer_no)
) strict, without rowid;

CREATE INDEX identifiers_left_off_of_customer on identifiers_left_off (profile_id, customer_no);

CREATE TABLE quarantine (
  profile_id text not null,
  seq integer not null,
  stage text not null,                    -- where it failed: stitch
  reason text not null,                   -- a code, never text of the fact
  traits blob,                            -- the encrypted traits, as the journal's copy is emptied
  decision_no integer not null,
  primary key (profile_id, seq, stage)
) strict, without rowid;

CREATE TABLE search_values (
  value_no integer primary key,
  profile_no integer not null,
  customer_no integer not null,
  kind text not null check (kind in ('name', 'external_id', 'crm_contact_id', 'email', 'phone')),
  value text not null,
  -- As the index has it: the spaces let two letters find the beginning and the end of a text as they find those of a word.
  words text generated always as (case when kind in ('name', 'email') then ' ' || value || ' ' end) virtual,
  codes text generated always as (case when kind not in ('name', 'email') then ' ' || value || ' ' end) virtual
) strict;

CREATE INDEX search_values_by_value on search_values (profile_no, value);

CREATE INDEX search_values_of_customer on search_values (profile_no, customer_no);

CREATE TRIGGER search_values_removed after delete on search_values begin
  insert into search_index (search_index, rowid, words, codes) values ('delete', -old.value_no, old.words, old.codes);
end;

CREATE VIRTUAL TABLE search_index using fts5 (
  words, codes, content = '', columnsize = 0, detail = column, tokenize = 'trigram'
);

CREATE VIRTUAL TABLE search_index_terms using fts5vocab (search_index, 'row');

CREATE TABLE merges (
  profile_id text not null,
  merge_no integer not null,              -- number of the decision that added the edge
  customer_a integer not null,
  customer_b integer not null,
  into_customer_no integer not null,      -- the person that stayed, as it was called then
  merged_customer_no integer not null,    -- the person that went into it; the same when they were one already
  merged_at integer not null,
  merged_by text not null,
  undo_no integer,                        -- number of the decision that took the edge away
  undone_at integer,
  undone_by text,
  primary key (profile_id, merge_no)
) strict, without rowid;

CREATE INDEX merges_of_a on merges (profile_id, customer_a, customer_b);

CREATE INDEX merges_of_b on merges (profile_id, customer_b);

CREATE TABLE customer_details (
  profile_id text not null,
  customer_no integer not null,
  sealed blob not null,                   -- encrypted with the profile's key
  primary key (profile_id, customer_no)
) strict, without rowid;

CREATE TABLE erasures (
  erasure_id text primary key,
  workspace_id text not null,
  profile_id text not null,
  public_id text not null,                -- under which the person was published
  members text not null check (json_valid(members)), -- numbers of the customers they were
  named text not null check (json_valid(named)),     -- keyed hashes of their identifiers and browsers
  actor text not null,
  asked_at integer not null,
  work blob,                              -- sealed: what a crash must not lose; null once it is done
  taken_at integer,                       -- from then on state knows nobody, and facts change
  report text check (json_valid(report)), -- counts and totals; null until it is done
  done_at integer
) strict, without rowid;

CREATE INDEX erasures_of_profile on erasures (profile_id, public_id);

CREATE INDEX erasures_under_way on erasures (profile_id) where taken_at is not null and work is not null;

CREATE TABLE erased_facts (
  profile_id text not null,
  fact_hash blob not null,
  seq integer not null,
  primary key (profile_id, fact_hash)
) strict, without rowid;

CREATE TABLE phones_as_given (
  profile_id text not null,
  customer_no integer not null,
  phone text not null,
  first_seq integer not null,
  last_seq integer not null,
  primary key (profile_id, customer_no, phone)
) strict, without rowid;

CREATE TABLE search_profiles (
  profile_no integer primary key,
  profile_id text not null unique
) strict;

CREATE TABLE browser_claims (
  profile_id text not null,
  identifier_key integer not null,
  visitor_key integer not null,
  primary key (profile_id, identifier_key, visitor_key)
) strict, without rowid;

CREATE INDEX browser_claims_of_browser on browser_claims (profile_id, visitor_key);

CREATE TABLE superseded_decisions (
  profile_id text not null,
  key integer not null,                   -- identifier_key or visitor_key
  decision_no integer not null,
  path text not null,                     -- where the key is in the decision's payload
  primary key (profile_id, key, decision_no)
) strict, without rowid;

CREATE TABLE link_token_browsers (
  profile_id text not null,
  token_key integer not null,             -- 62-bit key of the token
  visitor_key integer not null,
  is_refused integer not null check (is_refused in (0, 1)),
  primary key (profile_id, token_key, visitor_key)
) strict, without rowid;

CREATE INDEX link_token_browsers_of_browser on link_token_browsers (profile_id, visitor_key);

CREATE TABLE joined_browsers (
  profile_id text not null,
  visitor_key integer not null,           -- 62-bit key of the browser that came
  joined_key integer not null,            -- 62-bit key of the browser as which it counts
  joined blob not null,                   -- the id of that browser, sealed with the profile's key
  joined_at integer not null,
  primary key (profile_id, visitor_key)
) strict, without rowid;

CREATE INDEX joined_browsers_of_joined on joined_browsers (profile_id, joined_key);

CREATE TABLE join_tokens (
  profile_id text not null,
  token_key integer not null,             -- 62-bit key of the token
  visitor_key integer not null,           -- the browser that used it
  used_at integer not null,
  primary key (profile_id, token_key)
) strict, without rowid;

CREATE INDEX join_tokens_of_browser on join_tokens (profile_id, visitor_key);

CREATE TABLE link_token_limits (
  profile_id text not null,
  decision_no integer not null,
  after_seq integer not null,
  browsers integer not null,
  primary key (profile_id, decision_no)
) strict, without rowid;

CREATE TABLE payment_settlements (
  profile_id text not null,
  payment_seq integer not null,
  payer_no integer,                       -- the customer said to have paid; null while nobody was named
  payer_decision integer,                 -- the decision that said so last
  is_installment integer check (is_installment in (0, 1)), -- null while nothing was said
  first_payment_seq integer,
  primary key (profile_id, payment_seq)
) strict, without rowid;

CREATE TABLE payment_refunds (
  profile_id text not null,
  payment_seq integer not null,
  turn integer not null,
  refund_seq integer not null,
  withdrawn_at integer,
  primary key (profile_id, payment_seq, turn)
) strict, without rowid;

CREATE TABLE statement_imports (
  import_no integer primary key autoincrement,
  import_id text not null unique,
  profile_id text not null,
  status text not null check (status in ('parsed', 'committing', 'completed', 'undone')),
  file_name blob not null,                  -- sealed by the profile's key: people put names into it
  found text not null check (json_valid(found)),           -- how the file is written, its columns, what its rows would bring
  plan text not null check (json_valid(plan)),             -- how it is read: as proposed, then as confirmed
  result text check (result is null or json_valid(result)), -- what the commit brought
  created_by text not null,
  created_at integer not null,              -- milliseconds since 1970, as every time here
  expires_at integer not null,              -- until when the upload is kept
  committed_at integer,
  undone_at integer
) strict;

CREATE INDEX statement_imports_by_profile on statement_imports (profile_id, import_no);

CREATE INDEX statement_imports_by_expiry on statement_imports (expires_at) where status in ('parsed', 'committing');

CREATE TABLE statement_pieces (
  import_id text not null,
  piece_no integer not null,
  profile_id text not null,
  sealed blob not null,
  primary key (import_id, piece_no)
) strict, without rowid;

CREATE INDEX statement_pieces_by_profile on statement_pieces (profile_id);

CREATE TABLE statement_facts (
  profile_id text not null,
  import_id text not null,
  first_seq integer not null,
  last_seq integer not null,
  is_own integer not null check (is_own in (0, 1)),
  primary key (profile_id, import_id, first_seq)
) strict, without rowid;

CREATE TABLE spend_reports (
  profile_id text not null,
  platform text not null,
  account_id text not null,
  spend_day text not null,
  content_hash blob,                      -- null while a new report is on its way to the journal
  primary key (profile_id, platform, account_id, spend_day)
) strict, without rowid;

CREATE TABLE spend_additions (
  profile_id text not null,
  content text not null,                  -- digest of the file and of how it is read
  platform text not null,
  account_id text not null,
  spend_day text not null,
  content_hash blob not null,             -- of the day with what the file adds
  primary key (profile_id, content, platform, account_id, spend_day)
) strict, without rowid;

CREATE TABLE tracking_keys (
  tracking_key_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  public_key text not null unique,
  created_by text not null,
  created_at integer not null,
  revoked_at integer
) strict;

CREATE UNIQUE INDEX tracking_keys_one_active on tracking_keys (profile_id) where revoked_at is null;

CREATE INDEX tracking_keys_by_profile on tracking_keys (profile_id);

CREATE TABLE tracking_settings (
  profile_id text primary key references access_profiles (profile_id),
  settings text not null check (json_valid(settings)),
  updated_at integer not null
) strict;

CREATE TABLE tracker_releases (
  release text primary key,
  script text not null,
  created_at integer not null
) strict;

CREATE TABLE tracking_verifications (
  profile_id text primary key references access_profiles (profile_id),
  url text not null,
  started_at integer not null,
  after_seq text not null,
  checks text not null check (json_valid(checks)),
  live_event_at integer
) strict;

CREATE TABLE custom_domains (
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

CREATE UNIQUE INDEX custom_domains_one_claim on custom_domains (profile_id, host) where removed_at is null;

CREATE UNIQUE INDEX custom_domains_one_holder on custom_domains (host) where verified_at is not null;

CREATE INDEX custom_domains_due on custom_domains (next_check_at) where removed_at is null;

CREATE TABLE channel_rule_sets (
  profile_id text primary key,
  rule_set text not null check (json_valid(rule_set)), -- as the request said it
  updated_at integer not null
) strict, without rowid;

CREATE TABLE definitions (
  profile_id text not null,
  definition_no integer not null check (definition_no between 1 and 4095),
  conversion_key text not null,
  name text not null,
  event_types text not null check (json_valid(event_types)),
  revenue_type text not null check (revenue_type in ('cash', 'pipeline', 'gross')),
  counting text not null check (counting in ('every', 'first_per_customer')),
  value_rule text not null check (value_rule in ('event', 'fixed', 'none')),
  fixed_value text,                       -- decimal
  fixed_currency text,
  lookback_window_days integer check (lookback_window_days between 1 and 90),
  is_default integer not null check (is_default in (0, 1)),
  is_active integer not null check (is_active in (0, 1)),
  created_at integer not null,
  updated_at integer not null,
  primary key (profile_id, definition_no),
  unique (profile_id, conversion_key)
) strict, without rowid;

CREATE TABLE definition_reviews (
  profile_id text primary key,
  reviewed_at integer not null
) strict, without rowid;

CREATE TABLE attribution_settings (
  profile_id text not null,
  name text not null,
  value text not null,
  primary key (profile_id, name)
) strict, without rowid;

CREATE TABLE landing_quarantine (
  profile_id text not null,
  seq integer not null,
  reason text not null,                   -- never text of the fact
  decision_no integer not null,
  primary key (profile_id, seq)
) strict, without rowid;

CREATE TABLE figure_versions (
  profile_id text primary key,
  code integer not null,                  -- of the digest (figures-digest.ts)
  version text not null
) strict, without rowid;

CREATE TABLE figure_changes (
  profile_id text not null,
  through_seq integer not null,
  through_decision integer not null,
  from_code integer not null,
  to_code integer not null,
  from_version text,                      -- null: unknown
  to_version text not null,
  changed_at integer not null,
  differences text check (json_valid(differences)),  -- after less before; null: the figures of before could not be read
  primary key (profile_id, through_seq, through_decision, from_code, to_code)
) strict, without rowid;

CREATE TABLE exchange_rates (
  day text not null,
  base text not null,
  currency text not null,
  rate text not null,
  primary key (day, base, currency)
) strict, without rowid;

CREATE TABLE reference_rates (
  day text not null,
  currency text not null,
  rate text not null,
  primary key (day, currency)
) strict, without rowid;

CREATE TABLE reference_rate_uses (
  profile_id text primary key references access_profiles (profile_id),
  since integer not null
) strict;

CREATE TABLE clickhouse_builds (
  profile_no integer primary key autoincrement, -- part of the names of its databases
  profile_id text not null unique,
  generation integer not null,            -- of the last build that was begun
  current_generation integer,             -- of the complete build that is read; null: none
  landed_seq integer,                     -- what that one contains
  landed_decision integer,
  code integer,                           -- the version of what computed it
  built_at integer
) strict;

CREATE TABLE profile_engines (
  profile_id text primary key,
  engine text not null check (engine in ('duckdb', 'clickhouse')),
  changed_at integer not null
) strict, without rowid;

CREATE TABLE mcp_settings (
  workspace_id text primary key references access_workspaces (workspace_id),
  is_writeback_enabled integer not null check (is_writeback_enabled in (0, 1)),
  needs_approval integer not null default 0 check (needs_approval in (0, 1)), -- of changes of ads by user tokens, on every door
  updated_at integer not null
) strict;

CREATE TABLE mcp_units (
  workspace_id text not null references access_workspaces (workspace_id),
  day text not null,
  units integer not null check (units >= 0),
  primary key (workspace_id, day)
) strict, without rowid;

CREATE TABLE mcp_writeback_audits (
  audit_no integer primary key,
  at integer not null,
  workspace_id text not null references access_workspaces (workspace_id),
  actor text not null,
  event text not null check (event in ('enabled', 'disabled', 'approval_required', 'approval_waived', 'applied', 'refused')),
  request_id text not null,
  credential text,
  tool text,
  subject text,
  status integer,
  code text
) strict;

CREATE INDEX mcp_writeback_audits_by_workspace on mcp_writeback_audits (workspace_id, audit_no);

CREATE TABLE profile_pacing (
  profile_id text primary key,
  monthly_budget text,                    -- decimal, in currency
  currency text not null,
  outcome_goal integer,
  updated_at integer not null
) strict, without rowid;

CREATE TABLE profile_views (
  profile_id text not null references access_profiles (profile_id),
  person_id text not null references people (person_id),
  views text not null check (json_valid(views)),
  revision integer not null,              -- counts the replacements
  updated_at integer not null,
  primary key (profile_id, person_id)
) strict, without rowid;

CREATE TABLE profile_notes (
  note_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  day text not null,
  text text not null,
  campaign text not null,                 -- by name; empty: about the whole profile
  author text not null,                   -- as in the audit
  created_at integer not null,
  unique (profile_id, day, text, campaign)
) strict;

CREATE TABLE snapshots (
  snapshot_id text primary key,
  workspace_id text not null,
  profile_id text not null references access_profiles (profile_id),
  lookup text not null,
  hash blob not null,
  page text not null check (page in ('overview', 'attribution', 'paths', 'payback', 'why')),
  title text not null,
  question text not null check (json_valid(question)),   -- as it was asked
  version text not null check (json_valid(version)),     -- of the figures
  headline text not null check (json_valid(headline)),   -- figures that are compared with the current ones
  audience text not null check (audience in ('members', 'public')),
  created_by text not null,                              -- as in the audit
  created_at integer not null,
  expires_at integer not null,
  revoked_at integer,
  contents text check (json_valid(contents))             -- null once it has ended
) strict, without rowid;

CREATE INDEX snapshots_by_lookup on snapshots (lookup);

CREATE INDEX snapshots_by_workspace on snapshots (workspace_id, created_at);

CREATE TABLE snapshot_settings (
  workspace_id text primary key,
  is_public_allowed integer not null,
  updated_at integer not null
) strict, without rowid;

CREATE TABLE journey_summaries (
  profile_id text not null,
  person_key integer not null,            -- as in the warehouse: a customer, or the negative key of a browser
  members text not null check (json_valid(members)), -- numbers of the person's customers, oldest first; none for a browser
  summary text not null,
  events_used integer not null,
  model text not null,                    -- what wrote it
  generated_at integer not null,          -- milliseconds since 1970
  fallback text,                          -- why it was written by rule though a language model was to write it
  primary key (profile_id, person_key, members)
) strict, without rowid;

CREATE TABLE ai_units (
  workspace_id text not null,
  day text not null,                      -- UTC
  units integer not null check (units >= 0),
  primary key (workspace_id, day)
) strict, without rowid;

CREATE TABLE utm_audits (
  profile_id text primary key,
  computed_at integer not null,
  summary text not null check (json_valid(summary))
) strict, without rowid;

CREATE TABLE quality_findings (
  profile_id text not null,
  name text not null,
  status text not null check (status in ('ok', 'attention', 'problem')),
  since integer not null,
  is_alerted integer not null,
  measured_at integer not null,
  primary key (profile_id, name)
) strict, without rowid;

CREATE TABLE quality_fixes (
  profile_id text not null,
  name text not null,
  applied_at integer not null,
  operation text not null,
  before text not null check (json_valid(before)),
  after text check (json_valid(after)),
  measured_at integer,
  primary key (profile_id, name, applied_at)
) strict, without rowid;

CREATE TABLE quality_day_marks (
  profile_id text not null,
  day text not null,
  taken_at integer not null,
  goal text not null,
  currency text not null,
  spend text,
  cash text,
  primary key (profile_id, day)
) strict, without rowid;

CREATE TABLE quality_outages (
  profile_id text not null,
  sender text not null,
  from_at integer not null,               -- milliseconds since 1970
  to_at integer,                          -- null: it goes on
  events integer not null,                -- that came all the same, or later
  usual integer not null,                 -- that were to be expected
  found_at integer not null,
  primary key (profile_id, sender, from_at)
) strict, without rowid;

CREATE TABLE quality_readings (
  profile_id text not null,
  name text not null,                     -- canonical JSON: the reading and its parameters
  mark text not null,                     -- local day, last decision, queue, code
  version text not null,                  -- of the figures, with hour and file
  computed_at integer not null,
  took_ms integer not null,
  answer text not null check (json_valid(answer)),
  primary key (profile_id, name)
) strict, without rowid;

CREATE TABLE quality_closings (
  profile_id text not null,
  kind text not null check (kind in ('cash', 'spend')),
  reason text not null check (
    reason in ('uncounted_type', 'without_rate', 'refused', 'refund_without_sale', 'refund_without_effect', 'left_out_by_goal')
  ),
  subject text not null,                  -- event type, currency, or what was refused, from whom and why
  closing_id text not null unique,
  decision text not null check (decision in ('not_a_conversion', 'not_ours')),
  decided_by text not null,
  decided_at integer not null,
  primary key (profile_id, kind, reason, subject)
) strict, without rowid;
