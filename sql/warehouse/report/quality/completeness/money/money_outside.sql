-- One row per report of money by a server on a day of the range, with the part of it that no movement of cash has.
-- needs: keyed_sales, known_elsewhere
-- makes: money_outside
create temp table money_outside as
with
-- Money of servers on the days of the range, whether or not anything counts it: of reports of one sale the one that counts, with its refunds.
reported as materialized (
  select
    events.seq, events.event_type, events.type_key, events.currency,
    -- Of a total of refunds what single ones leave of it, and of another report of a counted sale what that does not say.
    coalesce(known_elsewhere.amount, totals.value_amount, events.value_amount) as value_amount,
    coalesce(keyed_sales.sale_key, events.refund_of_key) as refund_of_key,
    (events.occurred_at + to_seconds(zone_shifts.shift_seconds))::date as day
  from events
  asof join zone_shifts on events.occurred_at >= zone_shifts.from_at
  left join keyed_sales on keyed_sales.outcome_key = events.refund_of_key
  left join known_elsewhere on known_elsewhere.seq = events.seq
  left join (from outcomes where type_key = 'refunded_total' and refund_of_key is not null) as totals on totals.outcome_seq = events.seq
  where
    (events.type_key <> 'refunded_total' or events.refund_of_key is null or totals.outcome_seq is not null) and
    coalesce(keyed_sales.has_refunds, true)
    and events.seq not in (select seq from sale_members where seq <> sale_seq)
    and events.trust = 'server' and events.value_amount <> 0 and not events.is_page_view
    and events.event_type not in (select unnest($behaviour::varchar[]))
    and events.seq not in (select seq from withdrawn_facts)
    and events.occurred_at >= $date_from::date - interval 2 day
    and events.occurred_at < $date_to::date + interval 3 day
),

moved as (
  select flow_seq, sum(abs(amount)) as amount
  from cash_flows
  where flow_seq in (select seq from reported)
  group by flow_seq
)

select reported.*, reported.value_amount - coalesce(moved.amount, 0) as amount
from reported
left join moved on moved.flow_seq = reported.seq
where reported.day between $date_from::date and $date_to::date and reported.value_amount <> coalesce(moved.amount, 0)
