-- One row per identifier added to a customer.
insert into identifier_map
select (payload->>'identifier_key')::bigint, payload->>'type', (payload->>'customer_no')::bigint
from batch_decisions
where kind = 'identifier_added'
order by decision_no
