-- One row per event that is, or is to be, an outcome and whose row is made anew.
-- needs: changed_identifiers, changed_outcomes, changed_visitors, outcome_types, parsed_events
-- makes: affected_outcomes (dirty)
create temp table affected_outcomes as
select seq as outcome_seq
from parsed_events
where coalesce(body.type_key, lower(event_type)) in (select type_key from outcome_types)
  or body.refund_of_key is not null
  or body.installment_of_key is not null
  or seq in (select payment_seq from payment_installments)
union
select outcome_seq from outcomes where visitor_key in (select visitor_key from changed_visitors)
union
select outcome_seq from changed_outcomes
union
select seq from event_identifiers where identifier_key in (select identifier_key from changed_identifiers)
