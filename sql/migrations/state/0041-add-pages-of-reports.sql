-- Payback and data quality are pages of schedules and of sent reports.
create table new_report_schedules (
  schedule_id text primary key,
  workspace_id text not null,
  profile_id text not null references access_profiles (profile_id),
  title text not null,
  page text not null check (page in ('overview', 'attribution', 'paths', 'board', 'payback', 'quality')),
  question text not null check (json_valid(question)),   -- without days
  view text check (json_valid(view)),     -- the saved view that the question is taken from, each time; null: it is fixed
  rhythm text not null check (json_valid(rhythm)),
  recipients text not null check (json_valid(recipients)),
  chats text not null default '[]' check (json_valid(chats)),
  readers text not null default '[]' check (json_valid(readers)),
  has_pdf integer not null default 0 check (has_pdf in (0, 1)),
  status text not null check (status in ('active', 'paused')),
  problem text,                           -- why the last one was not sent
  due_day text not null,                  -- local day of the next one
  due_at integer not null,
  created_by text not null,               -- as in the audit
  created_at integer not null
) strict, without rowid;
insert into new_report_schedules (schedule_id, workspace_id, profile_id, title, page, question, view, rhythm, recipients, chats, readers, has_pdf, status, problem, due_day, due_at, created_by, created_at)
select schedule_id, workspace_id, profile_id, title, page, question, view, rhythm, recipients, chats, readers, has_pdf, status, problem, due_day, due_at, created_by, created_at from report_schedules;
drop table report_schedules;
alter table new_report_schedules rename to report_schedules;
create index report_schedules_by_workspace on report_schedules (workspace_id, created_at);

create table new_sent_reports (
  report_id text primary key,
  workspace_id text not null,
  profile_id text not null references access_profiles (profile_id),
  schedule_id text,                       -- null: made by a person
  first_day text not null,
  last_day text not null,
  title text not null,
  page text not null check (page in ('overview', 'attribution', 'paths', 'board', 'payback', 'quality')),
  question text not null check (json_valid(question)),
  version text not null check (json_valid(version)),
  headline text not null check (json_valid(headline)),
  contents text not null check (json_valid(contents)),
  outside text check (json_valid(outside)),  -- as readers outside of sign-in get it; null: it had none
  deliveries text not null check (json_valid(deliveries)),
  created_by text not null,
  created_at integer not null,
  unique (schedule_id, first_day, last_day)
) strict;
insert into new_sent_reports (report_id, workspace_id, profile_id, schedule_id, first_day, last_day, title, page, question, version, headline, contents, outside, deliveries, created_by, created_at)
select report_id, workspace_id, profile_id, schedule_id, first_day, last_day, title, page, question, version, headline, contents, outside, deliveries, created_by, created_at from sent_reports;
drop table sent_reports;
alter table new_sent_reports rename to sent_reports;
create index sent_reports_by_workspace on sent_reports (workspace_id, created_at);
create index sent_reports_by_profile on sent_reports (profile_id, created_at);
