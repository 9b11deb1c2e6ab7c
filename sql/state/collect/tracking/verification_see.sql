-- The first event since a verification began.
update tracking_verifications
set live_event_at = $live_event_at
where profile_id = $profile_id
  and started_at = $started_at
