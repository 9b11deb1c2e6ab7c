create table attribution_settings (
  profile_id text not null,
  name text not null,
  value text not null,
  primary key (profile_id, name)
) strict, without rowid;
