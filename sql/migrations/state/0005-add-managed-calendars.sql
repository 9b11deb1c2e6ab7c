-- Calendars that this service made (POST /calendar/calendars).
create table managed_calendars (
  calendar_no integer primary key,
  profile_id text not null references access_profiles (profile_id),
  provider text not null,
  owner text not null,                 -- the provider's name of the person in whose account it is
  calendar_id text,                       -- the provider's id; null while it is being made
  name text not null,
  timezone text not null,
  created_by text not null,               -- as in the audit
  created_at integer not null,
  removed_at integer
) strict;
create unique index managed_calendars_by_id on managed_calendars (profile_id, calendar_id) where calendar_id is not null;
create unique index managed_calendars_by_name on managed_calendars (profile_id, name) where removed_at is null;
