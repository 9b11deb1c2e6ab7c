-- One row per currency: the money of payments that may be counted twice, each once, with what was given back of it taken off; and how many there are.
-- needs: maybe_twice
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
  payments.currency,
  count(*) as payments,
  sum(greatest(payments.value_amount - coalesce(refunded.amount, 0), 0))::decimal(38, 6) as amount
from doubled
join payments using (outcome_seq)
left join refunded using (outcome_seq)
group by payments.currency
order by payments.currency
