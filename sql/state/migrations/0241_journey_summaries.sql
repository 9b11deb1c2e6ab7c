-- What was written about journeys, the newest of each person; and what a workspace has used of its daily allowance for it.
create table journey_summaries (
  profile_id text not null,
  person_key integer not null,            -- as in the warehouse: a customer, or the negative key of a browser
  summary text not null,
  events_used integer not null,
  model text not null,                    -- what wrote it
  generated_at integer not null,          -- milliseconds since 1970
  primary key (profile_id, person_key)
) strict, without rowid;

create table ai_units (
  workspace_id text not null,
  day text not null,                      -- UTC
  units integer not null check (units >= 0),
  primary key (workspace_id, day)
) strict, without rowid;
