-- One row per payment of the scope that is joined to another.
-- needs: sale_labels, sale_reports
insert into sale_members
with
placed as (
  select
    labels.label, sale_reports.seq, sale_reports.outcome_key, sale_reports.currency,
    row_number() over (partition by labels.label order by sale_reports.rank, sale_reports.occurred_at, sale_reports.seq) as position
  from (select seq, min(label) as label from sale_labels group by seq) as labels
  join sale_reports using (seq)
),

firsts as (
  select label, seq as sale_seq, outcome_key as sale_key, currency from placed where position = 1
),

returned as (
  -- A total says what was returned in all, whether or not single refunds and smaller totals say so too.
  select
    placed.seq as seq,
    greatest(
      coalesce(sum(refunds.value_amount) filter (refunds.type_key <> 'refunded_total'), 0),
      coalesce(max(refunds.value_amount) filter (refunds.type_key = 'refunded_total'), 0)
    ) as amount
  from placed
  join firsts using (label)
  join money_facts as refunds on refunds.refund_of_key = placed.outcome_key and refunds.currency = firsts.currency
  where refunds.seq not in (select seq from withdrawn_facts)
  group by placed.seq
)

select
  placed.seq, firsts.sale_seq, placed.position, placed.outcome_key, firsts.sale_key,
  row_number() over (partition by placed.label order by coalesce(returned.amount, 0) desc, placed.position) = 1
from placed
join firsts using (label)
left join returned on returned.seq = placed.seq
