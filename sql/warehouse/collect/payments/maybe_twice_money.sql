-- One row per payment that may be counted twice, with its day and what it is worth: what was given back of it is taken off. It is part of what is counted.
-- needs: maybe_twice
-- makes: maybe_twice_money
create temp table maybe_twice_money as
with doubled as (
  select distinct twice_seq as outcome_seq from maybe_twice
),
refunded as (
  select payments.outcome_seq, sum(refunds.value_amount) as amount
  from doubled
  join payments using (outcome_seq)
  join outcomes as refunds
    on refunds.refund_of_key = payments.outcome_key and refunds.currency = payments.currency and refunds.trust = 'server'
  group by payments.outcome_seq
)
select
  cash_flows.flow_seq as payment_seq, cash_flows.flow_day as day, cash_flows.currency,
  greatest(cash_flows.amount - coalesce(refunded.amount, 0), 0)::decimal(18, 6) as amount
from doubled
join cash_flows on cash_flows.flow_seq = doubled.outcome_seq and cash_flows.kind = 'payment'
left join refunded using (outcome_seq)
