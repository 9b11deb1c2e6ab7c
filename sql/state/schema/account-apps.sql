-- Consumer apps, OAuth clients, grants and their tokens.
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

-- The consent of a person for a client, given once. A grant is the family of its tokens: revoking it ends them all.
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
  step_up_at integer,
  workspace_id text -- the one place that it reaches, where it was allowed in a session of that place alone
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
  grant_id text references grants (grant_id), -- what it produced, to be revoked when the code comes again
  workspace_id text -- as of its grant
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

-- The reach of an app: a workspace it made, or one profile that it made or adopted.
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
