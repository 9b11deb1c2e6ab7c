-- One row per outcome that decisions of the batch change: said of it, taken back, or of a payer whose person changes.
create temp table changed_outcomes as
select (payload->>'payment_seq')::bigint as outcome_seq
from batch_decisions
where kind in ('payment_payer', 'payment_installment')
union
select payment_seq from payment_payers where customer_no in (select customer_no from changed_customers)
union
select outcomes.outcome_seq
from outcomes
join withdrawn_facts on outcomes.outcome_seq between withdrawn_facts.first_seq and withdrawn_facts.last_seq
