-- The domain that a workspace's mails come from, once its owner has shown in DNS that it is theirs.
create table sender_domains (
  workspace_id text primary key references workspaces (workspace_id),
  domain text not null,
  ownership text not null,                -- what the ownership record must say; public
  selector text not null,
  public_key text not null,               -- DKIM, base64 of DER
  private_key blob not null,              -- sealed
  created_at integer not null,
  checked_at integer,
  ownership_state text check (ownership_state in ('found', 'missing', 'different')),
  dkim_state text check (dkim_state in ('found', 'missing', 'different')),
  verified_at integer                     -- null while a record is not there
) strict;
