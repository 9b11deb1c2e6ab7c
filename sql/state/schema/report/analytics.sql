-- The budget and target of a profile for a month. No figure depends on it.
create table profile_pacing (
  profile_id text primary key,
  monthly_budget text,                    -- decimal, in currency
  currency text not null,
  outcome_goal integer,
  updated_at integer not null
) strict, without rowid;

-- The views that a person has saved of a profile: pages with the question that they answer. Replaced as a whole.
create table profile_views (
  profile_id text not null references access_profiles (profile_id),
  person_id text not null references people (person_id),
  views text not null check (json_valid(views)),
  revision integer not null,              -- counts the replacements
  updated_at integer not null,
  primary key (profile_id, person_id)
) strict, without rowid;

-- Notes of people on the figures of a day.
create table profile_notes (
  note_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  day text not null,
  text text not null,
  campaign text not null,                 -- by name; empty: about the whole profile
  author text not null,                   -- as in the audit
  created_at integer not null,
  unique (profile_id, day, text, campaign)
) strict;
