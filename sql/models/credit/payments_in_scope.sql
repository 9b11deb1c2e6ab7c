-- One row per outcome of the scope, with the first payment it continues when that one is known.
create temp table scoped as
select
  scope_outcomes.*,
  coalesce(root.outcome_seq, parent.outcome_seq) as continues_seq
from scope_outcomes
left join outcomes as parent
  on parent.outcome_key = scope_outcomes.installment_of_key and parent.outcome_seq <> scope_outcomes.outcome_seq
  and parent.refund_of_key is null
left join outcomes as root
  on root.outcome_key = parent.installment_of_key and root.outcome_seq not in (scope_outcomes.outcome_seq, parent.outcome_seq)
  and root.refund_of_key is null
