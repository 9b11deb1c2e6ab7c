-- The last accepted content of each day of an ad account, so that the same report again changes nothing.
create table spend_reports (
  profile_id text not null,
  platform text not null,
  account_id text not null,
  spend_day text not null,
  content_hash blob,                      -- null while a new report is on its way to the journal
  primary key (profile_id, platform, account_id, spend_day)
) strict, without rowid;

-- Days to which a file's spend was added, with what they came to then: the same file adds nothing again, also after a kill.
create table spend_additions (
  profile_id text not null,
  content text not null,                  -- digest of the file and of how it is read
  platform text not null,
  account_id text not null,
  spend_day text not null,
  content_hash blob not null,             -- of the day with what the file adds
  primary key (profile_id, content, platform, account_id, spend_day)
) strict, without rowid;
