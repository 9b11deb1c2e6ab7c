-- name: demo_filled
-- A demo profile, filled to the end now.
update profiles
set demo_filled_at = $now
where profile_id = $profile_id;

-- name: demo_get
-- One row: when a demo profile was made, and when it was filled.
select created_at, demo_filled_at
from profiles
where profile_id = $profile_id;

-- name: profile_create
-- One new profile.
insert into profiles (
  profile_id, workspace_id, name, currency, timezone, domains, privacy_mode, configured_at, created_by, created_at, updated_at
)
values (
  $profile_id, $workspace_id, $name, $currency, $timezone, $domains, $privacy_mode, $configured_at, $created_by, $created_at,
  $created_at
);

-- name: profile_get
-- One row: a profile with its settings.
select
  profile_id, workspace_id, name, currency, timezone, domains, privacy_mode, onboarding_completed, configured_at, created_by,
  created_at, updated_at
from profiles
where profile_id = $profile_id;

-- name: profile_namesake
-- One row: the profile of this name among these ids.
select profile_id, created_by, created_at
from profiles
where name = $name
  and profile_id in (select value from json_each($ids))
order by created_at
limit 1;

-- name: profile_update
-- A profile's settings, all of them.
update profiles
set
  name = $name,
  currency = $currency,
  timezone = $timezone,
  domains = $domains,
  privacy_mode = $privacy_mode,
  configured_at = coalesce(configured_at, $now),
  updated_at = $now
where profile_id = $profile_id;

-- name: profile_setup_finish
-- Whether a person has pressed Finish in the setup.
update profiles
set
  onboarding_completed = $is_finished,
  updated_at = $now
where profile_id = $profile_id;

-- name: profiles_list
-- One row per profile of these ids, in their order.
select
  profiles.profile_id, profiles.workspace_id, profiles.name, profiles.currency, profiles.timezone, profiles.created_by,
  profiles.created_at
from json_each($ids) as ids
inner join profiles on profiles.profile_id = ids.value
order by ids.key;
