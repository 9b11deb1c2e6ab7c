-- Changes of ads that were planned together, by one call: carried out in order, and undone together where one of them fails.
create table ad_write_plans (
  plan_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  workspace_id text not null,
  operation text not null,
  actor text not null,
  credential text not null,
  applied_by text,                        -- whom a program names as the person behind it
  source text check (json_valid(source)), -- what it was planned for, such as a recommendation; null of a call of its own
  is_independent integer not null default 0 check (is_independent in (0, 1)), -- one that fails takes none of the others back
  skipped text not null default '[]' check (json_valid(skipped)), -- what was requested and is not changed, with the reasons
  evidence text not null check (json_valid(evidence)), -- what the approver sees
  handoff_id text,
  intent_id text,                         -- once it was approved
  status text not null
  check (status in ('awaiting_approval', 'planned', 'applying', 'applied', 'undone', 'failed', 'rejected', 'expired')),
  error text check (json_valid(error)),
  created_at integer not null,
  ended_at integer
) strict;
create index ad_write_plans_by_profile on ad_write_plans (profile_id, created_at);

-- One change of one ad or ad set at its platform.
create table ad_writes (
  write_id text primary key,
  plan_id text not null references ad_write_plans (plan_id) on delete cascade,
  position integer not null,
  profile_id text not null,
  kind text not null check (kind in ('pause', 'resume', 'budget', 'url_tags', 'duplicate_and_swap')),
  platform text not null,
  account_id text not null,
  currency text not null,
  target_type text not null check (target_type in ('ad', 'adset')),
  target_id text not null,
  target_name text not null,
  adset_id text not null,
  campaign_id text not null,
  planned_on text not null check (json_valid(planned_on)), -- the target as the platform had it when the change was planned
  before text not null check (json_valid(before)),
  after text not null check (json_valid(after)),
  result text check (json_valid(result)), -- the target as it was read back
  status text not null
  check (status in ('awaiting_approval', 'planned', 'applying', 'applied', 'undoing', 'undone', 'failed', 'rejected', 'expired')),
  undoes text,                            -- the change that this one takes back
  copy_id text,                           -- of a duplicate-and-swap, the ad that delivers instead
  request_ids text not null default '[]' check (json_valid(request_ids)), -- the platform's
  error text check (json_valid(error)),
  created_at integer not null,
  sent_at integer,                        -- when the platform was first asked for it
  ended_at integer
) strict;
create index ad_writes_by_plan on ad_writes (plan_id, position);
create index ad_writes_by_profile on ad_writes (profile_id, created_at);
create index ad_writes_by_target on ad_writes (platform, target_type, target_id, created_at);
-- One change of a target at a time: the next one is planned on the result of this one.
create unique index ad_writes_one_at_a_time on ad_writes (platform, target_type, target_id)
where status in ('planned', 'applying', 'undoing');

-- Requests to a platform for another budget of an ad set, whether for a change, to take it back, or again after a lost answer: a platform counts
-- each. Refused requests are not here, and no row is older than a day.
create table ad_budget_requests (
  profile_id text not null references access_profiles (profile_id),
  write_id text not null,
  platform text not null,
  adset_id text not null,
  sent_at integer not null
) strict;
create index ad_budget_requests_by_adset on ad_budget_requests (platform, adset_id, sent_at);
