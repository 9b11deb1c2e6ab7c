-- One row per browser linked: by the batch's latest word on it.
-- needs: batch_decisions
insert into browser_map
with latest as (
  select JSONExtract(payload, 'visitor_key', 'Int64') as visitor_key, argMax(payload, decision_no) as payload
  from batch_decisions
  where kind in ('browser_linked', 'browser_relinked')
  group by visitor_key
)
select visitor_key, JSONExtract(payload, 'customer_no', 'Nullable(Int64)'), JSONExtractBool(payload, 'is_claim')
from latest;
