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
