-- Reports go to chats of the profile too.
alter table report_schedules add column chats text not null default '[]' check (json_valid(chats));
alter table sent_reports add column outside text check (json_valid(outside));

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
