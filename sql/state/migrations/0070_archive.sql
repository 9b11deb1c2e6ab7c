-- Workspaces and profiles that were archived: who owned them, what was counted then, and what has been purged since.
create table former_owners (
  workspace_id text not null references access_workspaces (workspace_id),
  person_id text not null references people (person_id),
  primary key (workspace_id, person_id)
) strict, without rowid;

alter table access_workspaces add column archive_counts text check (json_valid(archive_counts)); -- null until it is archived
alter table access_profiles add column purged_at integer; -- when its data was gone from every store

-- Decisions are never deleted while their profile lives; once its key is gone nothing can be read from them any more.
drop trigger decisions_no_delete;
create trigger decisions_no_delete before delete on decisions
when exists (select 1 from profile_keys where profile_keys.profile_id = old.profile_id)
begin
  select raise(abort, 'decisions are append-only');
end;
