-- One row per event that a cause brings, in the form in which new events are looked at: what its effect depends on.
-- needs: released
-- makes: parsed_events (of_release)
create temp view parsed_events as
select
  seq,
  event_type,
  {
    'type_key': type_key, 'visitor_key': visitor_key, 'has_page': has_page,
    'refund_of_key': refund_of_key, 'installment_of_key': installment_of_key
  } as body
from held_events
where seq in (select seq from released)
