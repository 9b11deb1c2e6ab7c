-- One row per movement of cash of the scope's counted cash conversions.
insert into cash_flows
with zone as (
  select coalesce(max(value), 'UTC') as name from settings where name = 'timezone'
),
payments as (
  select distinct outcome_seq, person_key, occurred_at, value_amount, currency, outcome_key
  from matched
  where is_counted and revenue_type = 'cash' and value_amount is not null
),
later as (
  select
    child.outcome_seq as flow_seq, payments.outcome_seq as payment_seq, payments.person_key, child.occurred_at, child.value_amount,
    child.currency, child.outcome_key
  from outcomes as child
  join outcomes as parent on parent.outcome_key = child.installment_of_key and parent.outcome_seq <> child.outcome_seq
    and parent.refund_of_key is null
  left join outcomes as root on root.outcome_key = parent.installment_of_key
    and root.outcome_seq not in (child.outcome_seq, parent.outcome_seq) and root.refund_of_key is null
  join payments on payments.outcome_seq = coalesce(root.outcome_seq, parent.outcome_seq)
  where child.trust = 'server' and child.value_amount is not null and child.refund_of_key is null
),
moved as (
  select outcome_seq as flow_seq, outcome_seq as payment_seq, 'payment' as kind, person_key, occurred_at, value_amount as amount, currency, outcome_key
  from payments
  union all
  select flow_seq, payment_seq, 'installment', person_key, occurred_at, value_amount, currency, outcome_key from later
),
reversals as (
  select
    refunds.outcome_seq as flow_seq,
    moved.payment_seq,
    moved.person_key,
    refunds.occurred_at,
    refunds.currency,
    moved.amount as reversible,
    refunds.value_amount as asked,
    coalesce(
      sum(refunds.value_amount) over (
        partition by moved.flow_seq order by refunds.occurred_at, refunds.outcome_seq
        rows between unbounded preceding and 1 preceding
      ), 0
    ) as asked_before
  from outcomes as refunds
  join moved on moved.outcome_key = refunds.refund_of_key and moved.currency = refunds.currency
  where refunds.trust = 'server' and refunds.value_amount is not null
),
flows as (
  select flow_seq, payment_seq, kind, person_key, occurred_at, amount, currency from moved
  union all
  select
    flow_seq, payment_seq, 'refund', person_key, occurred_at,
    -greatest(least(asked, reversible - asked_before), 0), currency
  from reversals
)
select
  flows.flow_seq,
  flows.payment_seq,
  flows.kind,
  flows.person_key,
  flows.occurred_at,
  timezone(zone.name, timezone('UTC', flows.occurred_at))::date,
  flows.amount,
  flows.currency
from flows
cross join zone
where flows.kind <> 'refund' or flows.amount <> 0
order by flows.flow_seq, flows.payment_seq
