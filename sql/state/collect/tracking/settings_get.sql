-- One row: what a profile's tracker and its door obey.
select settings
from tracking_settings
where profile_id = $profile_id
