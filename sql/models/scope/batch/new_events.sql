-- One row per new event of the batch, with what decides whose figures it changes: bodies have some sixty columns, and are read once for all that asks.
-- needs: parsed_events
-- makes: new_events (of_batch)
create temp table new_events as
select
  seq, event_type, coalesce(body.type_key, lower(event_type)) as type_key, body.visitor_key as visitor_key,
  coalesce(body.has_page, false) as has_page, body.origin_id as origin_id,
  body.refund_of_key as refund_of_key, body.installment_of_key as installment_of_key
from parsed_events
