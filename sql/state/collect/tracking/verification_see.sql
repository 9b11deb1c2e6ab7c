-- What came since a verification began: the first event, or up to where there is none.
update tracking_verifications
set live_event_at = coalesce(live_event_at, $live_event_at), after_seq = $after_seq
where profile_id = $profile_id
  and started_at = $started_at
