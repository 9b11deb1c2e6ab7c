-- Leaderboards are pages of snapshots.
create table new_snapshots (
  snapshot_id text primary key,
  workspace_id text not null,
  profile_id text not null references access_profiles (profile_id),
  lookup text not null,
  hash blob not null,
  page text not null check (page in ('overview', 'attribution', 'paths', 'payback', 'why', 'board', 'leaderboard')),
  title text not null,
  question text not null check (json_valid(question)),   -- as it was asked
  version text not null check (json_valid(version)),     -- of the figures
  headline text not null check (json_valid(headline)),   -- figures that are compared with the current ones
  audience text not null check (audience in ('members', 'public')),
  created_by text not null,                              -- as in the audit
  created_at integer not null,
  expires_at integer not null,
  revoked_at integer,
  contents text check (json_valid(contents))             -- null once it has ended
) strict, without rowid;
insert into new_snapshots (snapshot_id, workspace_id, profile_id, lookup, hash, page, title, question, version, headline, audience, created_by, created_at, expires_at, revoked_at, contents)
select snapshot_id, workspace_id, profile_id, lookup, hash, page, title, question, version, headline, audience, created_by, created_at, expires_at, revoked_at, contents from snapshots;
drop table snapshots;
alter table new_snapshots rename to snapshots;
create index snapshots_by_lookup on snapshots (lookup);
create index snapshots_by_workspace on snapshots (workspace_id, created_at);
