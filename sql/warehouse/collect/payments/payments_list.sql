-- One row per payment of the range, newest first, from the cursor on, with what it continues and what was given back of it.
with
cash_types as (
  select distinct unnest(event_types) as event_type from definitions where is_active and revenue_type = 'cash'
),

payments as (
  select outcome_seq, occurred_at, event_type, person_key, value_amount, currency, outcome_key, installment_of_key
  from outcomes
  where
    trust = 'server'
    and value_amount is not null
    and refund_of_key is null
    and (event_type in (select event_type from cash_types) or installment_of_key is not null)
    and ($payment_seq::bigint is null or outcome_seq = $payment_seq::bigint)
    and ($from_micros::bigint is null or epoch_us(occurred_at) between $from_micros::bigint and $to_micros::bigint)
    and (not $only_unidentified::boolean or person_key <= 0)
    and ($cursor_micros::bigint is null or (epoch_us(occurred_at), outcome_seq) < ($cursor_micros::bigint, $cursor_seq::bigint))
  order by occurred_at desc, outcome_seq desc
  limit $limit::bigint
),

firsts as (
  select payments.outcome_seq, coalesce(root.outcome_seq, parent.outcome_seq) as first_seq
  from payments
  join outcomes as parent
    on parent.outcome_key = payments.installment_of_key and parent.outcome_seq <> payments.outcome_seq and parent.refund_of_key is null
  left join outcomes as root
    on root.outcome_key = parent.installment_of_key and root.outcome_seq not in (payments.outcome_seq, parent.outcome_seq)
    and root.refund_of_key is null
),

asked as (
  select
    payments.outcome_seq,
    payments.value_amount,
    refunds.outcome_seq as refund_seq,
    refunds.occurred_at,
    refunds.value_amount as amount,
    coalesce(
      sum(refunds.value_amount) over (
        partition by payments.outcome_seq order by refunds.occurred_at, refunds.outcome_seq rows between unbounded preceding and 1 preceding
      ), 0
    ) as asked_before
  from payments
  join outcomes as refunds on refunds.refund_of_key = payments.outcome_key and refunds.currency = payments.currency
  where refunds.trust = 'server' and refunds.value_amount is not null
),

reversed as (
  select
    outcome_seq,
    least(sum(amount), any_value(value_amount))::decimal(18, 6) as amount,
    list({
      seq: refund_seq, at: occurred_at, amount: greatest(least(amount, value_amount - asked_before), 0)::decimal(18, 6)
    } order by occurred_at, refund_seq) as refunds
  from asked
  group by outcome_seq
)

select
  payments.outcome_seq,
  payments.occurred_at,
  epoch_us(payments.occurred_at) as occurred_micros,
  payments.event_type,
  payments.person_key,
  payments.value_amount as amount,
  payments.currency,
  coalesce(reversed.amount, 0)::decimal(18, 6) as refunded_amount,
  (payments.value_amount - coalesce(reversed.amount, 0))::decimal(18, 6) as net_amount,
  firsts.first_seq,
  coalesce(reversed.refunds, []) as refunds
from payments
left join firsts using (outcome_seq)
left join reversed using (outcome_seq)
order by payments.occurred_at desc, payments.outcome_seq desc
