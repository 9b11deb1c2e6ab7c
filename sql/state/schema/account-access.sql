-- Idempotent calls, use of credentials, and invitations.
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
  profile_roles text not null default '[]' check (json_valid(profile_roles)), -- with the role in the workspace: [{profileId, role, canSeePii}]
  mail_id text                            -- the job of its mail
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
