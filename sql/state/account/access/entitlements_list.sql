-- One row per feature of a profile.
select feature, is_enabled
from profile_entitlements
where profile_id = $profile_id
order by feature
