-- One row when anything was erased of the profile.
-- columns: found integer
select 1 as found
from erased_facts
where profile_id = $profile_id
limit 1
