-- Reports that are sent again and again: what, to whom, and when by the clocks of a zone.
create table report_schedules (
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
  currency text,                          -- of money; null: the profile's
  status text not null check (status in ('active', 'paused')),
  problem text,                           -- why the last one was not sent
  due_day text not null,                  -- local day of the next one
  due_at integer not null,
  created_by text not null,               -- as in the audit
  created_at integer not null
) strict, without rowid;

create index report_schedules_by_workspace on report_schedules (workspace_id, created_at);

-- Reports that were made: the figures as they were. Of a schedule there is one of the same days, however often its job runs.
create table sent_reports (
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

create index sent_reports_by_workspace on sent_reports (workspace_id, created_at);
create index sent_reports_by_profile on sent_reports (profile_id, created_at);

-- How a report went to a chat.
create table sent_report_chats (
  report_id text not null,
  chat_id text not null,
  profile_id text not null references access_profiles (profile_id),
  status text not null check (status in ('queued', 'sending', 'sent', 'unknown', 'failed')),
  reason text,
  primary key (report_id, chat_id)
) strict, without rowid;

create index sent_report_chats_by_profile on sent_report_chats (profile_id);

-- Addresses outside of sign-in that get reports of a profile by mail, once they have confirmed that they want them.
create table report_readers (
  reader_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  address blob not null,                  -- sealed
  status text not null check (status in ('pending', 'confirmed', 'unsubscribed', 'bounced')),
  problem text,                           -- the code by which a mail server said that there is no such address
  mail_id text not null,                  -- the last mail that asks for the confirmation
  asked_at integer not null,
  asked_count integer not null,
  confirmed_at integer,
  created_by text not null,
  created_at integer not null
) strict, without rowid;

create index report_readers_by_profile on report_readers (profile_id);
create index report_readers_by_mail on report_readers (mail_id);

-- How a report went to a reader outside of sign-in.
create table sent_report_readers (
  report_id text not null,
  reader_id text not null,
  profile_id text not null references access_profiles (profile_id),
  mail_id text,                           -- null: none was sent, for the reason
  bounce text,                            -- the code of the report of delivery that said that it did not arrive
  reason text,
  primary key (report_id, reader_id)
) strict, without rowid;

create index sent_report_readers_by_profile on sent_report_readers (profile_id);
create index sent_report_readers_by_mail on sent_report_readers (mail_id);
