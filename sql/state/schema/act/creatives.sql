-- What creatives are made of: tags of ads from closed lists, each with its source. `queued_at` is set while a job is to analyse the ad.
create table creative_analyses (
  profile_id text not null references access_profiles (profile_id),
  platform text not null,
  account_id text not null,
  ad_id text not null,
  queued_at integer,
  analysed_at integer,                    -- null until the first analysis
  found text check (json_valid(found)),   -- tags, and where they come from
  primary key (profile_id, platform, account_id, ad_id)
) strict, without rowid;
create index creative_analyses_queued on creative_analyses (profile_id, queued_at) where queued_at is not null;

-- The tags that a person gave an ad.
create table creative_labels (
  profile_id text not null references access_profiles (profile_id),
  platform text not null,
  account_id text not null,
  ad_id text not null,
  dimension text not null,
  level text not null,
  labelled_by text not null,              -- as in the audit
  labelled_at integer not null,
  primary key (profile_id, platform, account_id, ad_id, dimension)
) strict, without rowid;

-- Tests of creatives: another ad beside its parent that differs in one dimension. `plan` is frozen when it is drafted.
create table replicate_runs (
  run_id text primary key,
  workspace_id text not null,
  profile_id text not null references access_profiles (profile_id),
  gap text not null,                      -- the gap of the roadmap that it fills
  platform text not null,
  account_id text not null,
  ad_id text not null,                    -- the parent
  code text not null,                     -- stands in the names of its children
  plan text not null check (json_valid(plan)),
  status text not null check (status in ('draft', 'awaiting_session', 'bound', 'returned', 'withdrawn')),
  session text,                           -- where the creative is made, in words of the caller
  handoff_id text,
  created_by text not null,               -- as in the audit
  created_at integer not null,
  bound_at integer
) strict;
create index replicate_runs_by_gap on replicate_runs (profile_id, gap, status);

-- What was decided on gaps of the roadmap; the last decision holds.
create table creative_test_decisions (
  profile_id text not null references access_profiles (profile_id),
  gap_id text not null,
  decision text not null check (decision in ('dismiss', 'draft')),
  run_id text references replicate_runs (run_id),
  reason text,
  decided_by text not null,
  decided_at integer not null,
  primary key (profile_id, gap_id)
) strict, without rowid;

-- Lift and split studies as somebody registered them, with their evidence.
create table creative_experiments (
  experiment_id text primary key,
  workspace_id text not null,
  profile_id text not null references access_profiles (profile_id),
  platform text not null,
  account_id text not null,
  kind text not null check (kind in ('lift', 'split')),
  name text not null,
  first_day text not null,
  last_day text,
  evidence_url text not null,
  result text check (json_valid(result)),
  created_by text not null,
  created_at integer not null,
  unique (profile_id, platform, account_id, kind, name, first_day)
) strict;

-- Ads that went into a study, of those that are registered or of those that a platform reports.
create table experiment_promotions (
  profile_id text not null references access_profiles (profile_id),
  experiment_id text not null,
  ad_id text not null,
  promoted_by text not null,
  promoted_at integer not null,
  primary key (profile_id, experiment_id, ad_id)
) strict, without rowid;

-- Questions about the leaderboard and what was answered, for the user who asked; for thirty days.
create table leaderboard_answers (
  answer_id text primary key,
  workspace_id text not null references workspaces (workspace_id),
  asked_by text not null,                 -- as in the audit
  answer text not null check (json_valid(answer)), -- with the question
  asked_at integer not null
) strict, without rowid;
create index leaderboard_answers_by_time on leaderboard_answers (workspace_id, asked_at);
