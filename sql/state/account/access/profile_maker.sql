-- One row: the app that made a profile, archived or not; null where people did.
select provisioned_by
from access_profiles
where profile_id = $profile_id
