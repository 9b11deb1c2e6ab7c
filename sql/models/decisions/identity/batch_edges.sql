-- One row per merge added or undone in the batch, the latest word on each pair.
-- needs: batch_decisions
-- makes: batch_edges
create temp table batch_edges as
select
  (payload->>'customer_a')::bigint as customer_a,
  (payload->>'customer_b')::bigint as customer_b,
  arg_max(kind, decision_no) = 'merge_edge_added' as is_active,
  max(decision_no) as decision_no
from batch_decisions
where kind in ('merge_edge_added', 'merge_edge_removed')
group by all
