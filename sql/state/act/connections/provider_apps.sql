-- name: provider_app_checked
-- The app of a provider, with what the provider said of it now.
update provider_apps
set checked = $checked, checked_at = $now
where provider = $provider
  and secrets is not null;

-- name: provider_app_get
-- One row: the app that was entered for a provider; without secrets once it was removed.
select provider, secrets, checked, checked_at, updated_by, updated_at
from provider_apps
where provider = $provider;

-- name: provider_app_put
-- The app of a provider, in the place of an earlier one.
insert into provider_apps (provider, app_no, secrets, checked, checked_at, updated_by, updated_at)
values ($provider, (select coalesce(max(app_no), 0) + 1 from provider_apps), $secrets, $checked, $checked_at, $updated_by, $now)
on conflict (provider) do update set
  app_no = excluded.app_no,
  secrets = excluded.secrets,
  checked = excluded.checked,
  checked_at = excluded.checked_at,
  updated_by = excluded.updated_by,
  updated_at = excluded.updated_at;

-- name: provider_app_remove
-- The end of an app: its secrets go, and its number says that something has changed.
update provider_apps
set
  app_no = (select coalesce(max(app_no), 0) + 1 from provider_apps), secrets = null, checked = null, checked_at = null,
  updated_by = $updated_by, updated_at = $now
where provider = $provider
  and secrets is not null;

-- name: provider_apps_list
-- One row per provider with an app that was entered.
select provider
from provider_apps
where secrets is not null
order by provider;

-- name: provider_apps_version
-- One row: the number of the last change of an app.
-- columns: version integer
select coalesce(max(app_no), 0) as version
from provider_apps;
