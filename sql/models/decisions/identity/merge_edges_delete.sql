-- One row per pair that the batch speaks of.
-- needs: batch_edges
delete from merge_edges
where exists (
  select 1 from batch_edges
  where batch_edges.customer_a = merge_edges.customer_a and batch_edges.customer_b = merge_edges.customer_b
)
