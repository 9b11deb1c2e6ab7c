-- What is recommended for ads, and what is withheld with a reason. The id is a hash of profile, ad, kind and evidence: the same evidence is the
-- same recommendation. `target_key` is what one open recommendation of a kind may be about.
create table recommendations (
  recommendation_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  kind text not null check (kind in ('scale', 'pause', 'reallocate', 'refresh_creative')),
  target_key text not null,
  platform text not null,
  account_id text not null,
  ad_id text not null,
  ad_name text,
  status text not null check (
    status in ('open', 'withheld', 'awaiting_approval', 'applied', 'approved', 'rejected', 'failed', 'dismissed', 'superseded', 'expired')
  ),
  reason text,                            -- why it is withheld
  findings text check (json_valid(findings)),  -- names of the findings of data quality that withhold it; null for other reasons
  wrong real not null,                    -- probability that what it says is wrong
  evidence text not null check (json_valid(evidence)),
  through_seq text not null,              -- version of the figures when it was last evaluated
  through_decision text not null,
  created_at integer not null,
  evaluated_at integer not null,
  closed_at integer,
  closed_by text,
  closed_reason text,
  superseded_by text,
  plan_id text,                           -- the changes at the platform that it was applied by
  handoff_id text,                        -- the approval that the last of them waited for
  result text check (json_valid(result))
) strict;
create index recommendations_by_profile on recommendations (profile_id, created_at desc, recommendation_id);
create index recommendations_by_target on recommendations (profile_id, target_key, status);

-- The prediction to compare with the result: arithmetic as it was when a recommendation was applied, dismissed, expired or withheld.
create table recommendation_scores (
  recommendation_id text not null,
  profile_id text not null,
  disposition text not null check (disposition in ('applied', 'undone', 'dismissed', 'expired', 'withheld')),
  actor text,
  kind text not null,
  target_key text not null,
  frozen text not null check (json_valid(frozen)),
  frozen_at integer not null,
  due_at integer not null,
  scored_at integer,
  is_hit integer check (is_hit in (0, 1)),  -- null where nothing could be observed
  observed text check (json_valid(observed)),
  primary key (profile_id, recommendation_id)
) strict, without rowid;
create index recommendation_scores_due on recommendation_scores (profile_id, scored_at, due_at);
