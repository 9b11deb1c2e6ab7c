-- One row per report of money by a server on a day of the range, with the part of it that no movement of cash has.
-- needs: keyed_sales, known_elsewhere
-- makes: money_outside
create temporary table money_outside as
with
-- Money of servers on the days of the range, whether or not anything counts it: of reports of one sale the one that counts, with its refunds.
reported as (
  select
    events.seq as seq, events.type_key as type_key, cast(events.currency, 'Nullable(String)') as currency,
    -- Of a total of refunds what single ones leave of it, and of another report of a counted sale what that does not say.
    assumeNotNull(coalesce(elsewhere.amount, if(totals.outcome_seq is null, events.value_amount, totals.value_amount))) as value_amount,
    coalesce(keyed_sales.sale_key, events.refund_of_key) as refund_of_key,
    toDate32(events.occurred_at + toIntervalSecond(shifts.shift_seconds)) as day
  from (
    select *, 1 as one
    from events
    where
      trust = 'server' and value_amount <> 0 and not is_page_view
      and event_type not in {behaviour:Array(String)}
      and seq not in (select seq from withdrawn_facts)
      and seq not in (select seq from sale_members where seq <> sale_seq)
      and occurred_at >= {date_from:Date32} - interval 2 day
      and occurred_at < {date_to:Date32} + interval 3 day
  ) as events
  asof join (select 1 as one, from_at, shift_seconds from zone_shifts) as shifts on shifts.one = events.one and events.occurred_at >= shifts.from_at
  left join keyed_sales on keyed_sales.outcome_key = events.refund_of_key
  left join known_elsewhere as elsewhere on elsewhere.seq = events.seq
  left join (
    select toNullable(outcome_seq) as outcome_seq, value_amount from outcomes where type_key = 'refunded_total' and refund_of_key is not null
  ) as totals on totals.outcome_seq = events.seq
  where coalesce(keyed_sales.has_refunds, true)
    and (events.type_key <> 'refunded_total' or events.refund_of_key is null or totals.outcome_seq is not null)
),

moved as (
  select flow_seq, sum(abs(toDecimal128(amount, 6))) as amount
  from cash_flows
  where flow_seq in (select seq from reported)
  group by flow_seq
)

select
  reported.seq as seq, reported.type_key as type_key, reported.currency as currency, reported.refund_of_key as refund_of_key, reported.day as day,
  toDecimal128(reported.value_amount, 6) - coalesce(moved.amount, toDecimal128(0, 6)) as amount
from reported
left join moved on moved.flow_seq = reported.seq
where reported.day between {date_from:Date32} and {date_to:Date32} and reported.value_amount <> coalesce(moved.amount, toDecimal128(0, 6));
