-- One row per outcome that decisions of the batch name: said of it, taken back, or given back to the figures.
-- needs: batch_decisions
-- fills: changed_outcomes (dirty)
insert into changed_outcomes
select (payload->>'payment_seq')::bigint
from batch_decisions
where kind in ('payment_payer', 'payment_installment')
union
select unnest([(payload->>'payment_a')::bigint, (payload->>'payment_b')::bigint])
from batch_decisions
where kind = 'sale_pair'
union
select unnest(range(stretch[1], stretch[2] + 1))
from (
  select unnest(from_json(payload->'ranges', '[["bigint"]]')) as stretch
  from batch_decisions
  where kind in ('facts_withdrawn', 'facts_restored')
)
