-- One row per new outcome of a server with money, with the system that reports it and the ids by which others know the same sale. Most batches have
-- none, and reading the bodies costs more than anything that is done with them.
-- needs: parsed_events
-- makes: payments_of_batch
create temp table payments_of_batch as
select
  seq, coalesce(body.type_key, lower(event_type)) as type_key, occurred_at, body.value_amount as value_amount, body.currency as currency,
  body.outcome_key as outcome_key, body.refund_of_key as refund_of_key, body.visitor_key as visitor_key, body.deal_key as deal_key,
  coalesce(body.sale.system, 'server') as system, coalesce(body.sale.system_kind, 'server') as system_kind, body.sale.keys as sale_keys
from parsed_events
where trust = 'server' and body.value_amount is not null and body.currency is not null
