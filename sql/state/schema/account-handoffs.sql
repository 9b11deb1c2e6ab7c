-- Requests of agents for a person's decision: shown at /h/<token>, decided once, with the result kept.
create table handoffs (
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
create index handoffs_by_lookup on handoffs (lookup);
create index handoffs_by_workspace on handoffs (workspace_id, kind);
