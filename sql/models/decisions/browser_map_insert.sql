-- One row per browser linked.
insert into browser_map
select (payload->>'visitor_key')::bigint, (payload->>'customer_no')::bigint
from batch_decisions
where kind = 'browser_linked'
order by decision_no
