-- One row per event that a cause brings, with what decides whose figures it changes.
-- needs: released
-- makes: new_events (of_release)
create temp table new_events as
select seq, event_type, type_key, visitor_key, has_page, origin_id, refund_of_key, installment_of_key
from held_events
where seq in (select seq from released)
