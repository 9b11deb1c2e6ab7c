-- The settings of agents in a workspace, their use of it, and the persons who let them write.
create table mcp_settings (
  workspace_id text primary key references access_workspaces (workspace_id),
  is_writeback_enabled integer not null check (is_writeback_enabled in (0, 1)),
  needs_approval integer not null default 0 check (needs_approval in (0, 1)), -- of changes of ads by user tokens, on every door
  updated_at integer not null
) strict;

-- The daily allowance is counted here, a row per UTC day with calls.
create table mcp_units (
  workspace_id text not null references access_workspaces (workspace_id),
  day text not null,
  units integer not null check (units >= 0),
  primary key (workspace_id, day)
) strict, without rowid;

-- Writes and refusals of agents, with the person who let them write.
create table mcp_writeback_audits (
  audit_no integer primary key,
  at integer not null,
  workspace_id text not null references access_workspaces (workspace_id),
  actor text not null,
  event text not null check (event in ('enabled', 'disabled', 'approval_required', 'approval_waived', 'applied', 'refused')),
  request_id text not null,
  credential text,
  tool text,
  subject text,
  status integer,
  code text
) strict;
create index mcp_writeback_audits_by_workspace on mcp_writeback_audits (workspace_id, audit_no);
