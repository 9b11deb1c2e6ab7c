-- One row: a profile with its settings.
select
  profile_id, workspace_id, name, currency, timezone, domains, privacy_mode, onboarding_completed, configured_at, created_by,
  created_at, updated_at
from profiles
where profile_id = $profile_id
