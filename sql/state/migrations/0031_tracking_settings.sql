-- What a profile's tracker and its door obey; a profile without a row has the defaults of the code.
create table tracking_settings (
  profile_id text primary key references access_profiles (profile_id),
  settings text not null,
  updated_at integer not null
) strict;
-- Every text of the tracker that was handed out under its hash: a page that pins one is served it for ever.
create table tracker_releases (
  release text primary key,
  script text not null,
  created_at integer not null
) strict;
