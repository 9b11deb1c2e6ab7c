-- One row per payment of the range, newest first, from the cursor on, with what it continues and what was given back of it.
-- columns: first_seq?, told_person?, told_first_seq?, counted_seq?
with
listed as (
  select
    outcomes.outcome_seq, outcomes.occurred_at, outcomes.event_type, outcomes.person_key, outcomes.value_amount, outcomes.currency,
    outcomes.outcome_key, outcomes.resolved_by, installments.payment_seq as first_seq
  from outcomes
  left join installments using (outcome_seq)
  where
    outcomes.trust = 'server'
    and outcomes.value_amount is not null
    and outcomes.refund_of_key is null
    and (installments.payment_seq is not null or outcomes.outcome_seq in (select outcome_seq from payments))
    and ($payment_seq::bigint is null or outcomes.outcome_seq = $payment_seq::bigint)
    and ($among::bigint[] is null or list_contains($among::bigint[], outcomes.outcome_seq))
    and ($from_micros::bigint is null or epoch_us(outcomes.occurred_at) between $from_micros::bigint and $to_micros::bigint)
    and (not $only_unidentified::boolean or outcomes.person_key <= 0)
    and ($cursor_micros::bigint is null or (epoch_us(outcomes.occurred_at), outcomes.outcome_seq) < ($cursor_micros::bigint, $cursor_seq::bigint))
  order by outcomes.occurred_at desc, outcomes.outcome_seq desc
  limit $limit::bigint
),

asked as (
  select
    listed.outcome_seq,
    listed.value_amount,
    refunds.outcome_seq as refund_seq,
    refunds.occurred_at,
    refunds.value_amount as amount,
    coalesce(
      sum(refunds.value_amount) over (
        partition by listed.outcome_seq order by refunds.occurred_at, refunds.outcome_seq rows between unbounded preceding and 1 preceding
      ), 0
    ) as asked_before
  from listed
  join outcomes as refunds on refunds.refund_of_key = listed.outcome_key and refunds.currency = listed.currency
  where refunds.trust = 'server' and refunds.value_amount is not null
),

-- Whom the payment itself names; asked of one payment only.
told as (
  select event_identifiers.seq, arg_min(coalesce(component_map.person_key, identifier_map.customer_no), event_identifiers.priority) as person_key
  from event_identifiers
  join identifier_map using (identifier_key)
  left join component_map using (customer_no)
  where event_identifiers.seq = $payment_seq::bigint
  group by event_identifiers.seq
),

-- Which payment it says itself that it continues, whatever was settled since; asked of one payment only.
told_first as (
  select events.seq, min(coalesce(installments.payment_seq, payments.outcome_seq)) as first_seq
  from events
  join payments on payments.outcome_key = events.installment_of_key and payments.outcome_seq <> events.seq
  left join installments on installments.outcome_seq = payments.outcome_seq
  where events.seq = $payment_seq::bigint
  group by events.seq
),

reversed as (
  select
    outcome_seq,
    least(sum(amount), any_value(value_amount))::decimal(18, 6) as amount,
    greatest(sum(amount) - any_value(value_amount), 0)::decimal(18, 6) as excess_amount,
    list({
      seq: refund_seq, refunded_at: occurred_at, amount: greatest(least(amount, value_amount - asked_before), 0)::decimal(18, 6)
    } order by occurred_at, refund_seq) as refunds
  from asked
  group by outcome_seq
)

select
  listed.outcome_seq,
  listed.occurred_at,
  epoch_us(listed.occurred_at) as occurred_micros,
  listed.event_type,
  listed.person_key,
  listed.value_amount as amount,
  listed.currency,
  coalesce(reversed.amount, 0)::decimal(18, 6) as refunded_amount,
  (listed.value_amount - coalesce(reversed.amount, 0))::decimal(18, 6) as net_amount,
  coalesce(reversed.excess_amount, 0)::decimal(18, 6) as excess_refund_amount,
  listed.first_seq,
  listed.resolved_by = 'assigned' as is_assigned,
  listed.outcome_key,
  told.person_key as told_person,
  told_first.first_seq as told_first_seq,
  coalesce(reversed.refunds, []) as refunds,
  null::bigint as counted_seq
from listed
left join reversed using (outcome_seq)
left join told on told.seq = listed.outcome_seq
left join told_first on told_first.seq = listed.outcome_seq
order by listed.occurred_at desc, listed.outcome_seq desc
