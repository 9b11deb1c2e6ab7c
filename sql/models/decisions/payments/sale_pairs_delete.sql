-- One row per pair of payments of which the batch says anything.
-- needs: batch_decisions
delete from sale_pairs
where (payment_a, payment_b) in (
  select (payload->>'payment_a')::bigint, (payload->>'payment_b')::bigint from batch_decisions where kind = 'sale_pair'
)
