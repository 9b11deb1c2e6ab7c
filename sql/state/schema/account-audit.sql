-- The chain of changes, and the log of access to personal data.
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

-- Every read of personal data: who, when, which operation, how it ended. Kept for 365 days; no personal data in it.
create table pii_reads (
  read_no integer primary key,
  read_at integer not null,
  workspace_id text not null,
  profile_id text,
  actor text not null,                    -- person:<id>, key:<id>, app:<id>
  credential text not null,               -- session:<id>, grant:<id>, key:<id>, app:<id>
  operation text not null,
  status integer not null,
  request_id text not null,
  route text, -- "GET /api/v1/customers"; null in rows older than the column
  parameters text check (json_valid(parameters)), -- a JSON list of names, never a value; null in rows older than the column
  result text -- answered, or the error code of the refusal; null in rows older than the column
) strict;
create index pii_reads_by_workspace on pii_reads (workspace_id, read_no);
create index pii_reads_by_time on pii_reads (read_at);
