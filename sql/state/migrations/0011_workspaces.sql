-- Workspaces: the top containers, with the plan that says how many profiles they may have.
create table workspaces (
  workspace_id text primary key references access_workspaces (workspace_id),
  name text not null,
  timezone text not null,
  plan text not null,
  status text not null check (status in ('active', 'trialing')),
  reporting_currency text not null,
  created_by text not null references people (person_id),
  created_at integer not null
) strict;
create index workspaces_by_creator on workspaces (created_by, name);
