-- One row while somebody is taken out of the profile's facts.
-- columns: found integer
select 1 as found
from erasures
where profile_id = $profile_id
  and taken_at is not null
  and work is not null
limit 1
