-- One row per outcome that decisions of the batch change: said of it, taken back, given back to the figures, or of a payer whose person changes.
create temp table changed_outcomes as
select (payload->>'payment_seq')::bigint as outcome_seq
from batch_decisions
where kind in ('payment_payer', 'payment_installment')
union
select payment_seq from payment_payers where customer_no in (select customer_no from changed_customers)
union
select unnest(range(stretch[1], stretch[2] + 1))
from (
  select unnest(from_json(payload->'ranges', '[["bigint"]]')) as stretch
  from batch_decisions
  where kind in ('facts_withdrawn', 'facts_restored')
)
