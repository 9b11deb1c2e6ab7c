-- One row per outcome of the scope, with the first payment it continues when that one is known.
-- needs: continued, scope_outcomes
-- makes: scoped
create table scoped engine = MergeTree order by outcome_seq as
select scope_outcomes.*, continued.payment_seq as continues_seq
from scope_outcomes
left join continued using (outcome_seq);
