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
  request_id text not null
) strict;
create index pii_reads_by_workspace on pii_reads (workspace_id, read_no);
create index pii_reads_by_time on pii_reads (read_at);
