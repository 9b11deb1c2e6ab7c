-- One row per outcome of the scope, with the first payment it continues when that one is known.
create temp table scoped as
select scope_outcomes.*, installments.payment_seq as continues_seq
from scope_outcomes
left join installments using (outcome_seq)
