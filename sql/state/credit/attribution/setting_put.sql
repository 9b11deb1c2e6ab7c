-- One row: the setting as it is from now on.
insert into attribution_settings (profile_id, name, value)
values ($profile_id, $name, $value)
on conflict (profile_id, name) do update set value = excluded.value
