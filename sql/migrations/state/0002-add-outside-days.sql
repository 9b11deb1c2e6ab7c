-- Figures that have left sign-in.
create table outside_days (
  profile_id text not null references access_profiles (profile_id),
  kind text not null check (kind in ('visits', 'outcomes', 'cash')),
  last_day text not null,                 -- of `days`
  first_day text not null,
  days text not null check (json_valid(days)),
  basis text not null,                    -- the settings that they were computed by
  cells text not null check (json_valid(cells)),
  created_at integer not null,
  primary key (profile_id, kind, last_day)
) strict, without rowid;
