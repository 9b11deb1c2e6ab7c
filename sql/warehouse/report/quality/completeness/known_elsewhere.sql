-- One row per payment of a type that no goal counts which reports the sale of a counted one, with nothing left to know, and per refund of it, with what
-- it returns beyond the refunds of the counted report: the larger of the two counts.
-- needs: alike_types, sale_edges
-- makes: known_elsewhere
create temp table known_elsewhere as
with
cash_types as (
  select distinct unnest(type_keys) as type_key from definitions where is_active and revenue_type = 'cash'
),

linked as (
  select sale_edges.here as seq, min(coalesce(sale_members.sale_seq, sale_edges.there)) as counted_seq
  from sale_edges
  join money_facts as counted on counted.seq = sale_edges.there
  left join sale_members on sale_members.seq = sale_edges.there
  where counted.type_key in (select type_key from cash_types)
  group by sale_edges.here
),

sales as (
  select mine.seq, mine.outcome_key, counted.outcome_key as counted_key, counted.currency
  from linked
  join money_facts as mine on mine.seq = linked.seq
  join money_facts as counted on counted.seq = linked.counted_seq
  where mine.type_key not in (select type_key from alike_types)
),

returned as (
  select sales.seq, sum(refunds.value_amount) as amount
  from sales
  join outcomes as refunds on refunds.refund_of_key = sales.counted_key and refunds.currency = sales.currency and refunds.trust = 'server'
  group by sales.seq
),

refunds_beside as (
  select
    refunds.outcome_seq, refunds.value_amount, sales.seq,
    sum(refunds.value_amount) over (partition by sales.seq order by refunds.occurred_at, refunds.outcome_seq) as through_here
  from sales
  join outcomes as refunds on refunds.refund_of_key = sales.outcome_key and refunds.currency = sales.currency and refunds.trust = 'server'
)

select seq, 0::decimal(18, 6) as amount from sales
union all
select
  refunds_beside.outcome_seq,
  greatest(least(refunds_beside.value_amount, refunds_beside.through_here - coalesce(returned.amount, 0)), 0)::decimal(18, 6)
from refunds_beside
left join returned using (seq)
