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

alter table report_schedules add column readers text not null default '[]' check (json_valid(readers));

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
