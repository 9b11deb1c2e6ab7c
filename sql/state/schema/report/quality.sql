-- The last audit of utm parameters that was completed: totals, no values.
create table utm_audits (
  profile_id text primary key,
  computed_at integer not null,
  summary text not null check (json_valid(summary))
) strict, without rowid;
