-- name: entitlement_put
-- One feature of a profile, on or off.
insert into profile_entitlements (profile_id, feature, is_enabled)
values ($profile_id, $feature, $is_enabled)
on conflict (profile_id, feature) do update set is_enabled = excluded.is_enabled;

-- name: entitlements_list
-- One row per feature of a profile.
select feature, is_enabled
from profile_entitlements
where profile_id = $profile_id
order by feature;

-- name: entitlements_purge
-- The features of a profile.
delete from profile_entitlements
where profile_id = $profile_id
limit $limit;
