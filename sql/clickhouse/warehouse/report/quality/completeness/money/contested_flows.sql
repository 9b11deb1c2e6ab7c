-- One row per sale with cash in the range that is disputed, and not known how that ended: what is left of it, at the rate of its day. No file
-- says when a dispute ended, so the order of files does not matter.
-- needs: day_rates, keyed_sales
-- makes: contested_flows
create temporary table contested_flows as
with
(money, rate) -> cast(multiIf(
  rate = 1, toDecimal128(money, 6),
  rate >= 0.5, round(money * toDecimal128(rate, 9), 6),
  rate < 0.5, round(money * least(rate, toDecimal128(0.5, 18)), 6),
  null
), 'Nullable(Decimal(28, 6))') as converted,

(money, rate) -> cast(
  multiIf(money is null, null, rate is not null, false, money <> 0, true, null), 'Nullable(Bool)'
) as lacks_rate,

dispute_states as (
  select
    assumeNotNull(coalesce(keyed_sales.sale_key, states.installment_of_key)) as outcome_key,
    JSONExtractString(coalesce(states.properties, ''), 'dispute') as state
  from (
    select installment_of_key, properties
    from events
    where
      type_key = 'dispute_state' and trust = 'server' and installment_of_key is not null
      and seq not in (select seq from withdrawn_facts)
  ) as states
  left join keyed_sales on keyed_sales.outcome_key = states.installment_of_key
),

disputed as (
  select outcome_key
  from dispute_states
  group by outcome_key
  having countIf(state = 'open') > 0 and countIf(state in ('won', 'lost')) = 0
),

disputed_refunds as (
  select assumeNotNull(refunds.refund_of_key) as outcome_key, toNullable(sum(toDecimal128(cash_flows.amount, 6))) as amount
  from cash_flows
  join outcomes as refunds on refunds.outcome_seq = cash_flows.flow_seq
  where cash_flows.kind = 'refund' and refunds.refund_of_key in (select outcome_key from disputed)
  group by refunds.refund_of_key
),

disputed_flows as (
  select
    cash_flows.flow_day as flow_day, cast(cash_flows.currency, 'Nullable(String)') as currency,
    cast(toDecimal128(cash_flows.amount, 6) + coalesce(disputed_refunds.amount, toDecimal128(0, 6)), 'Decimal(28, 6)') as amount
  from (select assumeNotNull(outcome_key) as outcome_key, outcome_seq from outcomes where outcome_key in (select outcome_key from disputed)) as reported_sales
  join cash_flows on cash_flows.flow_seq = reported_sales.outcome_seq
  left join disputed_refunds on disputed_refunds.outcome_key = reported_sales.outcome_key
  where cash_flows.kind <> 'refund' and cash_flows.flow_day between {date_from:Date32} and {date_to:Date32}
)

select
  disputed_flows.currency as currency, disputed_flows.amount as amount,
  coalesce(lacks_rate(disputed_flows.amount, day_rates.rate), false) as is_unpriced,
  converted(disputed_flows.amount, day_rates.rate) as priced
from disputed_flows
left join day_rates on day_rates.day = disputed_flows.flow_day and day_rates.currency <=> disputed_flows.currency
where disputed_flows.amount > 0;
