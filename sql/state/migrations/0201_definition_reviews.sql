-- Profiles whose conversion definitions somebody has settled, also when they were left as they were built in.
create table definition_reviews (
  profile_id text primary key,
  reviewed_at integer not null
) strict, without rowid;
