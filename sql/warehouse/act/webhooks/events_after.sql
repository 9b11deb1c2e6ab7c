-- One row per event to announce: a counted conversion, a payment, or what reverses one; of facts after a number and up to another, in order.
-- columns: conversion_no?, definition_key?, revenue_type?, is_attributed?, amount?, currency?, payment_seq?, type 'conversion.created'|'payment.recorded'|'payment.reversed'
with
created as (
  select
    'conversion.created' as type, outcome_seq as seq, conversion_no, conversion_key as definition_key, event_type, revenue_type, is_attributed,
    converted_at as occurred_at, person_key, gross_amount as amount, currency, null::bigint as payment_seq
  from conversions
  where outcome_seq > $after::bigint and outcome_seq <= $up_to::bigint and is_counted and converted_at >= $since::timestamp
),

recorded as (
  select
    'payment.recorded' as type, outcomes.outcome_seq as seq, null::bigint as conversion_no, null as definition_key, event_type,
    null as revenue_type, null::boolean as is_attributed, occurred_at, person_key, value_amount as amount, currency,
    installments.payment_seq
  from outcomes
  left join installments using (outcome_seq)
  where
    outcomes.outcome_seq > $after::bigint and outcomes.outcome_seq <= $up_to::bigint
    and trust = 'server'
    and value_amount is not null
    and refund_of_key is null
    and occurred_at >= $since::timestamp
    and (installments.payment_seq is not null or outcomes.outcome_seq in (select outcome_seq from payments))
),

reversed as (
  select
    'payment.reversed' as type, refunds.outcome_seq as seq, null::bigint as conversion_no, null as definition_key, refunds.event_type,
    null as revenue_type, null::boolean as is_attributed, refunds.occurred_at, min(reversed_payments.person_key) as person_key,
    refunds.value_amount as amount, refunds.currency, min(reversed_payments.outcome_seq) as payment_seq
  from outcomes as refunds
  join outcomes as reversed_payments
    on reversed_payments.outcome_key = refunds.refund_of_key and reversed_payments.currency = refunds.currency
  where
    refunds.outcome_seq > $after::bigint and refunds.outcome_seq <= $up_to::bigint
    and refunds.trust = 'server'
    and refunds.value_amount is not null
    and refunds.occurred_at >= $since::timestamp
  group by refunds.outcome_seq, refunds.event_type, refunds.occurred_at, refunds.value_amount, refunds.currency
)

select * from created
union all
select * from recorded
union all
select * from reversed
order by seq, type, conversion_no
limit $limit::bigint
