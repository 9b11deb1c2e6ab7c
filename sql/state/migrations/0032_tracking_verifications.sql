-- The last look at whether a profile's tracker works on a page: what was found there, and the first event from it since.
create table tracking_verifications (
  profile_id text primary key references access_profiles (profile_id),
  url text not null,
  started_at integer not null,
  after_seq text not null,
  checks text not null,
  live_event_at integer
) strict;
