-- Keys of profiles by day, sealed with the profile's own key: without its row nothing of that day can be opened.
create table day_keys (
  profile_id text not null,
  day integer not null,                   -- since 1970, in UTC
  sealed_key blob not null,
  primary key (profile_id, day)
) strict, without rowid;

-- One row per value of a profile under a name, sealed with the key of the day on which it came.
create table entries (
  profile_id text not null,
  name text not null,
  day integer not null,
  sealed blob not null,
  primary key (profile_id, name)
) strict, without rowid;
create index entries_by_day on entries (day);
pragma user_version = 1;
