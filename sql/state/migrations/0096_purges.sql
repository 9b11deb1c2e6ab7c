-- When what a workspace itself keeps was gone, too. What earlier versions archived is looked at once more, as they kept more of it.
alter table access_workspaces add column purged_at integer;

insert into jobs (job_id, kind, profile_id, payload, dedupe_key, status, max_attempts, run_at, created_at)
select lower(hex(randomblob(16))), 'purge', profile_id, '{}', profile_id, 'waiting', 100000, archived_at, archived_at
from access_profiles
where archived_at is not null
on conflict do nothing;
insert into jobs (job_id, kind, profile_id, payload, dedupe_key, status, max_attempts, run_at, created_at)
select lower(hex(randomblob(16))), 'purge_workspace', workspace_id, '{}', workspace_id, 'waiting', 100000, archived_at, archived_at
from access_workspaces
where archived_at is not null;
