-- One feature of a profile, on or off.
insert into profile_entitlements (profile_id, feature, is_enabled)
values ($profile_id, $feature, $is_enabled)
on conflict (profile_id, feature) do update set is_enabled = excluded.is_enabled
