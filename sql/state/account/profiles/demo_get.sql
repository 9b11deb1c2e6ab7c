-- One row: when a demo profile was made, and when it was filled.
select created_at, demo_filled_at
from profiles
where profile_id = $profile_id
