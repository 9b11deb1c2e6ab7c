-- One row per identifier added to a customer, or moved to one: by the batch's latest word on it.
-- needs: batch_decisions
insert into identifier_map
with latest as (
  select JSONExtract(payload, 'identifier_key', 'Int64') as identifier_key, argMax(payload, decision_no) as payload
  from batch_decisions
  where kind in ('identifier_added', 'identifier_moved')
  group by identifier_key
)
select identifier_key, JSONExtractString(payload, 'type'), JSONExtract(payload, 'customer_no', 'Nullable(Int64)') as customer_no
from latest
where customer_no is not null;
