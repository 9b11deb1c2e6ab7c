-- One row per new outcome of a server with money.
-- needs: parsed_events
insert into money_facts
select
  seq, coalesce(body.type_key, lower(event_type)), occurred_at, body.value_amount, body.currency, body.outcome_key, body.refund_of_key,
  body.visitor_key, coalesce(body.sale.system, 'server'), coalesce(body.sale.system_kind, 'server')
from parsed_events
where trust = 'server' and body.value_amount is not null and body.currency is not null
order by seq
