-- One row per new outcome of a server with money, with the system that reports it and the ids by which others know the same sale. Most batches have
-- none, and reading the bodies costs more than anything that is done with them.
-- needs: parsed_events
-- makes: payments_of_batch
create table payments_of_batch engine = Memory as
select
  events.seq as seq, events.type_key as type_key, events.occurred_at as occurred_at, assumeNotNull(events.value_amount) as value_amount,
  assumeNotNull(events.currency) as currency, events.outcome_key as outcome_key, events.refund_of_key as refund_of_key, events.visitor_key as visitor_key,
  events.deal_key as deal_key, coalesce(parsed_events.body.sale.system, 'server') as system,
  coalesce(parsed_events.body.sale.system_kind, 'server') as system_kind, parsed_events.body.sale.keys as sale_keys
from events
join parsed_events on parsed_events.seq = events.seq
where events.trust = 'server' and events.value_amount is not null and events.currency is not null;
