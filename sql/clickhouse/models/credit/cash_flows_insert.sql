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
    child.outcome_seq as flow_seq, paid.outcome_seq as payment_seq, paid.person_key as person_key, child.occurred_at as occurred_at, child.value_amount as value_amount,
    child.currency as currency, child.outcome_key as outcome_key
  from continued
  join paid on paid.outcome_seq = continued.payment_seq
  join outcomes as child on child.outcome_seq = continued.outcome_seq
  where child.value_amount is not null
),
moved as (
  select outcome_seq as flow_seq, outcome_seq as payment_seq, 'payment' as kind, person_key, occurred_at, assumeNotNull(value_amount) as amount, currency, outcome_key
  from paid
  union all
  select flow_seq, payment_seq, 'installment', person_key, occurred_at, assumeNotNull(value_amount), currency, outcome_key from later
),
reversals as (
  select
    refunds.outcome_seq as flow_seq,
    moved.payment_seq as payment_seq,
    moved.person_key as person_key,
    refunds.occurred_at as occurred_at,
    refunds.currency as currency,
    moved.amount as reversible,
    assumeNotNull(refunds.value_amount) as asked,
    coalesce(
      sum(toDecimal128(assumeNotNull(refunds.value_amount), 6)) over (
        partition by moved.flow_seq order by refunds.occurred_at, refunds.outcome_seq
        rows between unbounded preceding and 1 preceding
      ), toDecimal128(0, 6)
    ) as asked_before
  from outcomes as refunds
  join moved on moved.outcome_key = refunds.refund_of_key and moved.currency = refunds.currency
  where refunds.refund_of_key is not null and refunds.trust = 'server' and refunds.value_amount is not null
),
flows as (
  select flow_seq, payment_seq, kind, person_key, occurred_at, toDecimal128(amount, 6) as amount, currency from moved
  union all
  select
    flow_seq, payment_seq, 'refund', person_key, occurred_at,
    -greatest(least(toDecimal128(asked, 6), toDecimal128(reversible, 6) - asked_before), toDecimal128(0, 6)), currency
  from reversals
)
select
  flows.flow_seq,
  flows.payment_seq,
  flows.kind,
  flows.person_key,
  flows.occurred_at,
  toDate32(flows.occurred_at + toIntervalSecond(shifts.shift_seconds)),
  flows.amount,
  assumeNotNull(flows.currency)
from (select *, 1 as one from flows) as flows
asof join (select 1 as one, from_at, shift_seconds from zone_shifts) as shifts on shifts.one = flows.one and flows.occurred_at >= shifts.from_at
where flows.kind <> 'refund' or flows.amount <> 0;
