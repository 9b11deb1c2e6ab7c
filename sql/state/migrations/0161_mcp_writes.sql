-- What agents did and what was refused to them stands beside who let them write.
create table mcp_writeback_audits_next (
  audit_no integer primary key,
  at integer not null,
  workspace_id text not null references access_workspaces (workspace_id),
  actor text not null,
  event text not null check (event in ('enabled', 'disabled', 'applied', 'refused')),
  request_id text not null,
  credential text,
  tool text,
  subject text,
  status integer,
  code text
) strict;
insert into mcp_writeback_audits_next (audit_no, at, workspace_id, actor, event, request_id)
select audit_no, at, workspace_id, actor, event, request_id from mcp_writeback_audits;
drop table mcp_writeback_audits;
alter table mcp_writeback_audits_next rename to mcp_writeback_audits;
create index mcp_writeback_audits_by_workspace on mcp_writeback_audits (workspace_id, audit_no);
