-- One row per merge added or undone in the batch, the latest word on each pair.
-- needs: batch_decisions
-- makes: batch_edges
create table batch_edges engine = Memory as
select
  JSONExtract(payload, 'customer_a', 'Int64') as customer_a,
  JSONExtract(payload, 'customer_b', 'Int64') as customer_b,
  argMax(kind, decision_no) = 'merge_edge_added' as is_active,
  max(decision_no) as latest_no
from batch_decisions
where kind in ('merge_edge_added', 'merge_edge_removed')
group by customer_a, customer_b;
