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
  revoked_at integer
) strict;
create index invitations_by_lookup on invitations (lookup);
create index invitations_by_workspace on invitations (workspace_id, profile_id);
create index invitations_by_email on invitations (email);
