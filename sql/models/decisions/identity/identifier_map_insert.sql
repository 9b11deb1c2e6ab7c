-- One row per identifier added to a customer, or moved to one: by the batch's latest word on it.
-- needs: batch_decisions
insert into identifier_map
with latest as (
  select (payload->>'identifier_key')::bigint as identifier_key, arg_max(payload, decision_no) as payload, max(decision_no) as decision_no
  from batch_decisions
  where kind in ('identifier_added', 'identifier_moved')
  group by 1
)
select identifier_key, payload->>'type', (payload->>'customer_no')::bigint
from latest
where payload->>'customer_no' is not null
order by decision_no
