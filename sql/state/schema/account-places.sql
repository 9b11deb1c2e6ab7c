-- Workspaces and profiles, who has which role there, and what is archived.
-- The places that exist. Names and settings of a container are in its own slice.
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

create table profile_entitlements (
  profile_id text not null references profiles (profile_id),
  feature text not null,
  is_enabled integer not null check (is_enabled in (0, 1)),
  primary key (profile_id, feature)
) strict, without rowid;

-- Workspaces and profiles that were archived: who owned them, what was counted then, and what has been purged since.
create table former_owners (
  workspace_id text not null references access_workspaces (workspace_id),
  person_id text not null references people (person_id),
  primary key (workspace_id, person_id)
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
