-- A summary is of the customers that were one person when it was written: once they are separated again, it belongs to none of them.
create table journey_summaries (
  profile_id text not null,
  person_key integer not null,            -- as in the warehouse: a customer, or the negative key of a browser
  members text not null check (json_valid(members)), -- numbers of the person's customers, oldest first; none for a browser
  summary text not null,
  events_used integer not null,
  model text not null,                    -- what wrote it
  generated_at integer not null,          -- milliseconds since 1970
  fallback text,                          -- why it was written by rule though a language model was to write it
  primary key (profile_id, person_key, members)
) strict, without rowid;

create table ai_units (
  workspace_id text not null,
  day text not null,                      -- UTC
  units integer not null check (units >= 0),
  primary key (workspace_id, day)
) strict, without rowid;
