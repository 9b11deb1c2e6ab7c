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

-- Reports as they were when a person shared them. The secret of a link is kept as its hash; the figures go when the link ends.
create table snapshots (
  snapshot_id text primary key,
  workspace_id text not null,
  profile_id text not null references access_profiles (profile_id),
  lookup text not null,
  hash blob not null,
  page text not null check (page in ('overview', 'attribution', 'paths', 'payback', 'why', 'board', 'leaderboard')),
  title text not null,
  question text not null check (json_valid(question)),   -- as it was asked
  version text not null check (json_valid(version)),     -- of the figures
  headline text not null check (json_valid(headline)),   -- figures that are compared with the current ones
  audience text not null check (audience in ('members', 'public')),
  created_by text not null,                              -- as in the audit
  created_at integer not null,
  expires_at integer not null,
  revoked_at integer,
  contents text check (json_valid(contents))             -- null once it has ended
) strict, without rowid;

create index snapshots_by_lookup on snapshots (lookup);
create index snapshots_by_workspace on snapshots (workspace_id, created_at);

-- What a workspace permits of snapshots; without a row, members alone read them.
create table snapshot_settings (
  workspace_id text primary key,
  is_public_allowed integer not null,
  updated_at integer not null
) strict, without rowid;

-- Figures that have left sign-in: of closed days the cells with enough people. They never change, so that two reports never differ by a person.
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

-- Boards: blocks of figures that a person has arranged, for themselves or for all who can open the profile.
create table boards (
  board_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  person_id text not null references people (person_id),
  title text not null,
  blocks text not null check (json_valid(blocks)),
  is_shared integer not null check (is_shared in (0, 1)),
  revision integer not null,              -- counts the changes
  created_at integer not null,
  updated_at integer not null
) strict, without rowid;

create index boards_by_profile on boards (profile_id);
