-- One row per payment of the scope that is joined to another.
-- needs: sale_labels, sale_reports
insert into sale_members
with
labels as (
  select seq, min(label) as label from sale_labels group by seq
),
placed as (
  select
    labels.label as label, sale_reports.seq as seq, sale_reports.outcome_key as outcome_key, sale_reports.currency as currency,
    row_number() over (partition by labels.label order by sale_reports.rank, sale_reports.occurred_at, sale_reports.seq) as position
  from labels
  join sale_reports on sale_reports.seq = labels.seq
),
firsts as (
  select label, seq as sale_seq, outcome_key as sale_key, currency from placed where position = 1
),
returned as (
  -- A total says what was returned in all, whether or not single refunds and smaller totals say so too.
  select
    placed.seq as seq,
    greatest(sumIf(refunds.value_amount, refunds.type_key <> 'refunded_total'), maxIf(refunds.value_amount, refunds.type_key = 'refunded_total')) as amount
  from placed
  join firsts on firsts.label = placed.label
  join money_facts as refunds on refunds.refund_of_key = placed.outcome_key and refunds.currency = firsts.currency
  where refunds.seq not in (select seq from withdrawn_facts)
  group by placed.seq
)
select
  placed.seq, firsts.sale_seq, placed.position, placed.outcome_key, firsts.sale_key,
  row_number() over (partition by placed.label order by coalesce(returned.amount, 0) desc, placed.position) = 1
from placed
join firsts on firsts.label = placed.label
left join returned on returned.seq = placed.seq;
