-- name: setting_put
-- One row: the setting as it is from now on.
insert into attribution_settings (profile_id, name, value)
values ($profile_id, $name, $value)
on conflict (profile_id, name) do update set value = excluded.value;

-- name: settings_list
-- One row per attribution setting of the profile that differs from the built-in ones.
select name, value from attribution_settings where profile_id = $profile_id;
