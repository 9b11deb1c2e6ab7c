-- What a profile means to spend and to reach in a month. No figure depends on it.
create table profile_pacing (
  profile_id text primary key,
  monthly_budget text,                    -- decimal, in currency
  currency text not null,
  outcome_goal integer,
  updated_at integer not null
) strict, without rowid;
