-- One new profile.
insert into profiles (
  profile_id, workspace_id, name, currency, timezone, domains, privacy_mode, configured_at, created_by, created_at, updated_at
)
values (
  $profile_id, $workspace_id, $name, $currency, $timezone, $domains, $privacy_mode, $configured_at, $created_by, $created_at,
  $created_at
)
