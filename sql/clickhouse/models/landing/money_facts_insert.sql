-- One row per new outcome of a server with money.
-- needs: parsed_events
insert into money_facts
select
  events.seq, events.type_key, events.occurred_at, assumeNotNull(events.value_amount), assumeNotNull(events.currency), events.outcome_key,
  events.refund_of_key, events.visitor_key,
  coalesce(parsed_events.body.sale.system, 'server'), coalesce(parsed_events.body.sale.system_kind, 'server')
from events
join parsed_events on parsed_events.seq = events.seq
where events.trust = 'server' and events.value_amount is not null and events.currency is not null;
