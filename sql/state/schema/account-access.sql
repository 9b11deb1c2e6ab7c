-- People, their credentials, the containers they reach and with which role, and the audit chain.
create table people (
  person_id text primary key,
  email text not null unique,
  name text,
  created_at integer not null,
  email_confirmed_at integer -- null until somebody has followed a link to this address
) strict;

-- A secret is never kept: `hash` is its SHA-256, `lookup` a few of its characters to find the row by.
create table sessions (
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
create index sessions_by_lookup on sessions (lookup);
create index sessions_by_person on sessions (person_id);

-- What can be reached at all. Names and settings of a container are its own slice's.
create table access_workspaces (
  workspace_id text primary key,
  created_at integer not null,
  archived_at integer,
  provisioned_by text references apps (app_id),
  is_healthcare integer not null default 0 check (is_healthcare in (0, 1)),
  archive_counts text check (json_valid(archive_counts)), -- null until it is archived
  purged_at integer
) strict;

create table access_profiles (
  profile_id text primary key,
  workspace_id text not null references access_workspaces (workspace_id),
  created_at integer not null,
  archived_at integer,
  provisioned_by text references apps (app_id),
  is_healthcare integer not null default 0 check (is_healthcare in (0, 1)),
  purged_at integer, -- when its data was gone from every store
  is_demo integer not null default 0 check (is_demo in (0, 1))
) strict;
create index access_profiles_by_workspace on access_profiles (workspace_id);

create table workspace_members (
  workspace_id text not null references access_workspaces (workspace_id),
  person_id text not null references people (person_id),
  role text not null check (role in ('owner', 'admin', 'member')),
  created_at integer not null,
  primary key (workspace_id, person_id)
) strict, without rowid;
create index workspace_members_by_person on workspace_members (person_id);

create table profile_members (
  profile_id text not null references access_profiles (profile_id),
  person_id text not null references people (person_id),
  role text not null check (role in ('manager', 'analyst', 'viewer')),
  can_see_pii integer not null check (can_see_pii in (0, 1)),
  created_at integer not null,
  membership_id text,
  primary key (profile_id, person_id)
) strict, without rowid;
create index profile_members_by_person on profile_members (person_id);
create unique index profile_members_by_id on profile_members (membership_id);

create table api_keys (
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
create index api_keys_by_lookup on api_keys (lookup);
create index api_keys_by_profile on api_keys (profile_id);

-- Each row's hash covers the row and the hash before it, so a changed or missing row shows.
create table audit (
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
create index audit_by_workspace on audit (workspace_id, audit_no);

create trigger audit_is_never_changed before update on audit
begin
  select raise(abort, 'audit rows are never changed');
end;

create trigger audit_is_never_deleted before delete on audit
begin
  select raise(abort, 'audit rows are never deleted');
end;

create table profile_entitlements (
  profile_id text not null references profiles (profile_id),
  feature text not null,
  is_enabled integer not null check (is_enabled in (0, 1)),
  primary key (profile_id, feature)
) strict, without rowid;

-- Links that sign a person in once. As with every secret, only a hash and a few characters to find it by are kept.
create table sign_in_links (
  link_id text primary key,
  person_id text not null references people (person_id),
  lookup text not null,
  hash blob not null,
  created_at integer not null,
  expires_at integer not null,
  used_at integer
) strict;
create index sign_in_links_by_lookup on sign_in_links (lookup);
create index sign_in_links_by_expiry on sign_in_links (expires_at);

create table passwords (
  person_id text primary key references people (person_id),
  hash text not null,                     -- argon2id, in its own text form with salt and costs
  changed_at integer not null
) strict, without rowid;

-- Links sent by mail. The address alone is known before sign-up, so no person is named.
create table email_links (
  link_id text primary key,
  kind text not null check (kind in ('sign_up', 'reset')),
  email text not null,
  lookup text not null,
  hash blob not null,
  continue_path text not null,            -- where the person was going, on this service
  created_at integer not null,
  expires_at integer not null,
  used_at integer
) strict;
create index email_links_by_lookup on email_links (lookup);
create index email_links_by_email on email_links (email, kind);
create index email_links_by_expiry on email_links (expires_at);

-- Credentials beyond sessions and keys: OAuth clients, grants and their tokens, consumer apps and what they may reach.
create table oauth_clients (
  client_id text primary key,
  name text not null,
  redirect_uris text not null check (json_valid(redirect_uris)),
  scopes text not null check (json_valid(scopes)),
  created_at integer not null,
  last_used_at integer                    -- null: registered and never used
) strict;
create index oauth_clients_by_use on oauth_clients (last_used_at, created_at);

-- What a person allowed a client, once. A grant is the family of its tokens: revoking it ends them all.
create table grants (
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
create index grants_by_person on grants (person_id);
create index grants_by_client on grants (client_id);

create table authorization_codes (
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
create index authorization_codes_by_lookup on authorization_codes (lookup);
create index authorization_codes_by_expiry on authorization_codes (expires_at);

create table user_tokens (
  token_id text primary key,
  grant_id text not null references grants (grant_id),
  lookup text not null,
  hash blob not null,
  scopes text not null check (json_valid(scopes)), -- of the grant's, or fewer
  created_at integer not null,
  expires_at integer not null
) strict;
create index user_tokens_by_lookup on user_tokens (lookup);
create index user_tokens_by_grant on user_tokens (grant_id);
create index user_tokens_by_expiry on user_tokens (expires_at);

create table refresh_tokens (
  token_id text primary key,
  grant_id text not null references grants (grant_id),
  lookup text not null,
  hash blob not null,
  scopes text not null check (json_valid(scopes)),
  created_at integer not null,
  expires_at integer not null,
  used_at integer                         -- rotated away; the same again burns the grant
) strict;
create index refresh_tokens_by_lookup on refresh_tokens (lookup);
create index refresh_tokens_by_grant on refresh_tokens (grant_id);
create index refresh_tokens_by_expiry on refresh_tokens (expires_at);

create table apps (
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

-- Bearers of apps, from the token endpoint by client credentials.
create table app_tokens (
  token_id text primary key,
  app_id text not null references apps (app_id),
  lookup text not null,
  hash blob not null,
  created_at integer not null,
  expires_at integer not null
) strict;
create index app_tokens_by_lookup on app_tokens (lookup);
create index app_tokens_by_expiry on app_tokens (expires_at);

-- What an app reaches: a workspace it made, or one profile that it made or adopted.
create table app_authorizations (
  authorization_id text primary key,
  app_id text not null references apps (app_id),
  workspace_id text not null references access_workspaces (workspace_id),
  profile_id text references access_profiles (profile_id), -- null: the workspace itself
  kind text not null check (kind in ('provisioned', 'adopted')),
  created_at integer not null,
  revoked_at integer
) strict;
create unique index app_authorizations_live on app_authorizations (app_id, workspace_id, coalesce(profile_id, ''))
  where revoked_at is null;
create index app_authorizations_by_workspace on app_authorizations (workspace_id);
create index app_authorizations_by_profile on app_authorizations (profile_id);

-- Calls under an Idempotency-Key: which one runs, and what a finished one answered, for 24 hours.
create table idempotent_calls (
  call_key blob primary key,              -- SHA-256 over credential, operation and key; the key itself is not kept
  request_hash blob not null,             -- of parameters and body: another request under the same key is refused
  token text not null,                    -- of the attempt that holds the lease
  lease_until integer not null,
  status integer,                         -- null while it runs
  answer blob,                            -- sealed: it may show a secret that is shown once
  expires_at integer not null
) strict, without rowid;
create index idempotent_calls_by_expiry on idempotent_calls (expires_at);

-- Every read of personal data: who, when, which operation, how it ended. Kept for 365 days; no personal data in it.
create table pii_reads (
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
create index pii_reads_by_workspace on pii_reads (workspace_id, read_no);
create index pii_reads_by_time on pii_reads (read_at);

-- Invitations to a workspace, or to one profile of it, for one address.
create table invitations (
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
  profile_roles text not null default '[]' check (json_valid(profile_roles)) -- with the role in the workspace: [{profileId, role, canSeePii}]
) strict;
create index invitations_by_lookup on invitations (lookup);
create index invitations_by_workspace on invitations (workspace_id, profile_id);
create index invitations_by_email on invitations (email);

create table credential_usage (
  usage_day text not null,                -- UTC
  credential text not null,               -- key:<id>, app:<id>
  requests integer not null,
  refused integer not null,               -- of these, answered with 4xx or 5xx
  primary key (usage_day, credential)
) strict, without rowid;

-- Workspaces and profiles that were archived: who owned them, what was counted then, and what has been purged since.
create table former_owners (
  workspace_id text not null references access_workspaces (workspace_id),
  person_id text not null references people (person_id),
  primary key (workspace_id, person_id)
) strict, without rowid;

-- The data processing agreement of a consumer app, as a workspace accepted or withdrew it. Without a row it was never accepted.
create table app_dpas (
  workspace_id text not null references access_workspaces (workspace_id),
  app_id text not null references apps (app_id),
  accepted_at integer not null,
  accepted_by text not null references people (person_id),
  withdrawn_at integer,
  withdrawn_by text references people (person_id),
  primary key (workspace_id, app_id)
) strict, without rowid;

-- Memberships that were taken away, so that taking one away again answers the same: of a workspace by the person, of a profile by the
-- membership's id. Gone with the place.
create table removed_members (
  place_id text not null,
  member_id text not null,
  person_id text not null,
  removed_at integer not null,
  primary key (place_id, member_id)
) strict, without rowid;
