-- One row per sale with cash in the range that is disputed, and not known how that ended: what is left of it, at the rate of its day. No file
-- says when a dispute ended, so the order of files does not matter.
-- needs: converted, day_rates, keyed_sales, lacks_rate
-- makes: contested_flows
create temp table contested_flows as
with
disputed as (
  select coalesce(keyed_sales.sale_key, events.installment_of_key) as outcome_key
  from events
  left join keyed_sales on keyed_sales.outcome_key = events.installment_of_key
  where
    events.type_key = 'dispute_state' and events.trust = 'server' and events.installment_of_key is not null
    and events.seq not in (select seq from withdrawn_facts)
  group by 1
  having
    bool_or(json_extract_string(events.properties, '$.dispute') = 'open')
    and not bool_or(json_extract_string(events.properties, '$.dispute') in ('won', 'lost'))
),

disputed_refunds as (
  select refunds.refund_of_key as outcome_key, sum(cash_flows.amount) as amount
  from cash_flows
  join outcomes as refunds on refunds.outcome_seq = cash_flows.flow_seq
  where cash_flows.kind = 'refund' and refunds.refund_of_key in (select outcome_key from disputed)
  group by refunds.refund_of_key
)

select
  cash_flows.currency,
  cash_flows.amount + coalesce(disputed_refunds.amount, 0) as amount,
  coalesce(lacks_rate(cash_flows.amount, day_rates.rate), false) as is_unpriced,
  converted(cash_flows.amount + coalesce(disputed_refunds.amount, 0), day_rates.rate) as priced
from disputed
join outcomes on outcomes.outcome_key = disputed.outcome_key
join cash_flows on cash_flows.flow_seq = outcomes.outcome_seq and cash_flows.kind <> 'refund'
left join disputed_refunds on disputed_refunds.outcome_key = disputed.outcome_key
left join day_rates on day_rates.day = cash_flows.flow_day and day_rates.currency is not distinct from cash_flows.currency
where
  cash_flows.flow_day between $date_from::date and $date_to::date
  and cash_flows.amount + coalesce(disputed_refunds.amount, 0) > 0
