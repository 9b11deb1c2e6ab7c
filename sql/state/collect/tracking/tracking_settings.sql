-- name: settings_get
-- One row: what a profile's tracker and its door obey.
select settings
from tracking_settings
where profile_id = $profile_id;

-- name: settings_put
-- The settings of a profile's tracker and its door from now on.
insert into tracking_settings (profile_id, settings, updated_at)
values ($profile_id, $settings, $now)
on conflict (profile_id) do update set
  settings = excluded.settings,
  updated_at = excluded.updated_at;
