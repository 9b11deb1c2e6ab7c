-- One row per movement of cash of the scope's counted cash conversions.
-- needs: continued, matched
insert into cash_flows
with paid as (
  select distinct outcome_seq, person_key, occurred_at, value_amount, currency, outcome_key
  from matched
  where is_counted and revenue_type = 'cash' and value_amount is not null
),
later as (
  select
    child.outcome_seq as flow_seq, paid.outcome_seq as payment_seq, paid.person_key, child.occurred_at, child.value_amount,
    child.currency, child.outcome_key
  from continued
  join paid on paid.outcome_seq = continued.payment_seq
  join outcomes as child on child.outcome_seq = continued.outcome_seq
  where child.value_amount is not null
),
moved as (
  select outcome_seq as flow_seq, outcome_seq as payment_seq, 'payment' as kind, person_key, occurred_at, value_amount as amount, currency, outcome_key
  from paid
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
  where refunds.refund_of_key is not null and refunds.trust = 'server' and refunds.value_amount is not null
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
  (flows.occurred_at + to_seconds(zone_shifts.shift_seconds))::date,
  flows.amount,
  flows.currency
from flows
asof join zone_shifts on flows.occurred_at >= zone_shifts.from_at
where flows.kind <> 'refund' or flows.amount <> 0
order by flows.flow_seq, flows.payment_seq
