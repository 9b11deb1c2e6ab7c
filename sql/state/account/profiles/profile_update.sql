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
where profile_id = $profile_id
