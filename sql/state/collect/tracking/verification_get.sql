-- One row: the last verification of a profile.
select url, started_at, after_seq, checks, live_event_at
from tracking_verifications
where profile_id = $profile_id
