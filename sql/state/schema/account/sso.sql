-- The identity provider by which members of a workspace sign in. It belongs to that workspace: nobody else trusts it.
create table single_sign_on (
  workspace_id text primary key references access_workspaces (workspace_id),
  issuer text not null,
  client_id text not null,
  client_secret blob,                     -- sealed; null for a client without one
  scope text not null,
  groups_claim text not null,
  default_role text check (default_role in ('admin', 'member')), -- of a person in no named group; null: they do not get in
  rules text not null check (json_valid(rules)),
  updated_by text not null,
  updated_at integer not null,
  used_at integer,                        -- the last sign-in by it
  enforced_at integer,                    -- since when members reach the workspace by the provider alone; null: passwords open it too
  break_glass_person_id text references people (person_id) -- the owner who gets in without the provider
) strict, without rowid;

-- Sessions in which the break-glass owner opened an enforced workspace without its provider.
create table sso_break_glass (
  session_id text not null references sessions (session_id),
  workspace_id text not null references access_workspaces (workspace_id),
  opened_at integer not null,
  expires_at integer not null,
  primary key (session_id, workspace_id)
) strict, without rowid;
create index sso_break_glass_by_expiry on sso_break_glass (expires_at);

-- The person behind a subject of the provider of one workspace.
create table sso_people (
  workspace_id text not null references access_workspaces (workspace_id),
  issuer text not null,
  subject text not null,
  person_id text not null references people (person_id),
  has_joined integer not null check (has_joined in (0, 1)), -- membership that the provider's groups gave, and take away
  created_at integer not null,
  used_at integer not null,
  primary key (workspace_id, issuer, subject)
) strict, without rowid;
create index sso_people_by_person on sso_people (person_id);

-- Sign-ins on their way at a provider; each comes back once.
create table sso_attempts (
  state_hash blob primary key,            -- SHA-256
  workspace_id text not null references access_workspaces (workspace_id),
  browser_hash blob not null,             -- of the cookie of the browser that began it
  secrets blob not null,                  -- sealed: nonce, PKCE verifier, where the person was going
  created_at integer not null
) strict, without rowid;
create index sso_attempts_by_age on sso_attempts (created_at);

-- Links sent to the address of an account, by which its person accepts the provider's subject as their own.
create table sso_links (
  link_id text primary key,
  workspace_id text not null references access_workspaces (workspace_id),
  issuer text not null,
  subject text not null,
  person_id text not null references people (person_id),
  lookup text not null,
  hash blob not null,
  created_at integer not null,
  expires_at integer not null,
  used_at integer
) strict;
create index sso_links_by_lookup on sso_links (lookup);
create index sso_links_by_expiry on sso_links (expires_at);
