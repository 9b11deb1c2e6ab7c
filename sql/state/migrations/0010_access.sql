-- People, their credentials, the containers they reach and with which role, and the audit chain.
create table people (
  person_id text primary key,
  email text not null unique,
  name text,
  created_at integer not null
) strict;

-- A secret is never kept: `hash` is its SHA-256, `lookup` a few of its characters to find the row by.
create table sessions (
  session_id text primary key,
  person_id text not null references people (person_id),
  lookup text not null,
  hash blob not null,
  created_at integer not null,
  expires_at integer not null,
  revoked_at integer
) strict;
create index sessions_by_lookup on sessions (lookup);
create index sessions_by_person on sessions (person_id);

-- What can be reached at all. Names and settings of a container are its own slice's.
create table access_workspaces (
  workspace_id text primary key,
  created_at integer not null,
  archived_at integer
) strict;

create table access_profiles (
  profile_id text primary key,
  workspace_id text not null references access_workspaces (workspace_id),
  created_at integer not null,
  archived_at integer
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
  primary key (profile_id, person_id)
) strict, without rowid;
create index profile_members_by_person on profile_members (person_id);

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
  revoked_at integer
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
