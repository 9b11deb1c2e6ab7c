-- One row per payment of the range that does not count because another payment of the same sale does, newest first, from the cursor on.
-- columns: first_seq?, told_person?, told_first_seq?
select
  reports.seq as outcome_seq,
  events.occurred_at,
  epoch_us(events.occurred_at) as occurred_micros,
  events.event_type,
  counted.person_key,
  events.value_amount as amount,
  events.currency,
  0::decimal(18, 6) as refunded_amount,
  events.value_amount as net_amount,
  0::decimal(18, 6) as excess_refund_amount,
  null::bigint as first_seq,
  counted.resolved_by = 'assigned' as is_assigned,
  events.outcome_key,
  null::bigint as told_person,
  null::bigint as told_first_seq,
  []::struct(seq bigint, refunded_at timestamp, amount decimal(18, 6))[] as refunds,
  reports.sale_seq as counted_seq
from sale_members as reports
join events using (seq)
join outcomes as counted on counted.outcome_seq = reports.sale_seq
where
  reports.seq <> reports.sale_seq
  and ($among::bigint[] is null or list_contains($among::bigint[], reports.seq))
  and ($from_micros::bigint is null or epoch_us(events.occurred_at) between $from_micros::bigint and $to_micros::bigint)
  and ($cursor_micros::bigint is null or (epoch_us(events.occurred_at), reports.seq) < ($cursor_micros::bigint, $cursor_seq::bigint))
order by events.occurred_at desc, reports.seq desc
limit $limit::bigint
