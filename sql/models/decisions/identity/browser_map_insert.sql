-- One row per browser linked: by the batch's latest word on it.
-- needs: batch_decisions
insert into browser_map
with latest as (
  select (payload->>'visitor_key')::bigint as visitor_key, arg_max(payload, decision_no) as payload, max(decision_no) as decision_no
  from batch_decisions
  where kind in ('browser_linked', 'browser_relinked')
  group by 1
)
select visitor_key, (payload->>'customer_no')::bigint, coalesce((payload->>'is_claim')::boolean, false)
from latest
order by decision_no
