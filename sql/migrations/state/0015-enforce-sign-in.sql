-- Enforced single sign-on, and the owner who gets in without the provider.
alter table single_sign_on add column enforced_at integer;
alter table single_sign_on add column break_glass_person_id text references people (person_id);

create table sso_break_glass (
  session_id text not null references sessions (session_id),
  workspace_id text not null references access_workspaces (workspace_id),
  opened_at integer not null,
  expires_at integer not null,
  primary key (session_id, workspace_id)
) strict, without rowid;
create index sso_break_glass_by_expiry on sso_break_glass (expires_at);
