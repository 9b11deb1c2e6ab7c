-- One row per payment of a type that no goal counts which reports the sale of a counted one, with nothing left to know, and per refund of it, with what
-- it returns beyond the refunds of the counted report: the larger of the two counts.
-- needs: alike_types, sale_edges
-- makes: known_elsewhere
create temporary table known_elsewhere as
with
-- As the model sale_edges, of which no table stays.
holders as (
  select
    sale_keys.kind as kind, sale_keys.sale_key as sale_key, sale_reports.seq as seq, sale_reports.type_key as type_key, sale_reports.occurred_at as occurred_at,
    sale_reports.value_amount as value_amount, sale_reports.currency as currency, sale_reports.visitor_key as visitor_key, sale_reports.system as system,
    sale_reports.provider as provider
  from sale_keys
  join sale_reports on sale_reports.seq = sale_keys.seq
),
sound as (
  select kind, sale_key, type_key from holders group by kind, sale_key, type_key having count() > 1 and count() = uniqExact(system)
),
sounded as (
  select * from holders where (kind, sale_key, type_key) in (select kind, sale_key, type_key from sound)
),
pairs as (
  select
    one.seq as here, other.seq as there,
    one.kind = 'payment' or one.provider = other.provider as is_certain,
    one.value_amount = other.value_amount and one.currency = other.currency as is_same_money,
    other.occurred_at between one.occurred_at - toIntervalMinute(1) and one.occurred_at + toIntervalMinute(1) as is_same_minute,
    other.occurred_at between one.occurred_at - toIntervalDay(7) and one.occurred_at + toIntervalDay(7) as is_same_week,
    coalesce(one.visitor_key = other.visitor_key, false) as is_same_browser
  from sounded as one
  join sounded as other on other.kind = one.kind and other.sale_key = one.sale_key and other.type_key = one.type_key
  where one.seq < other.seq
),
of_one_person as (
  select pairs.here as here, pairs.there as there
  from pairs
  join event_identifiers as ones on ones.seq = pairs.here
  join event_identifiers as others on others.seq = pairs.there and others.identifier_key = ones.identifier_key
  where not pairs.is_certain
),
joined as (
  select here, there
  from pairs
  where
    is_certain
    or (
      is_same_money
      and (is_same_minute or (is_same_week and (is_same_browser or (here, there) in (select here, there from of_one_person))))
    )
  union distinct
  select payment_a as here, payment_b as there
  from sale_pairs
  where is_same and payment_a in (select seq from sale_reports) and payment_b in (select seq from sale_reports)
),
kept as (
  select here, there from joined
  where (here, there) not in (select payment_a, payment_b from sale_pairs where not is_same)
),

edges as (
  select here, there from kept
  union all
  select there as here, here as there from kept
),

listed as (
  select distinct arrayJoin(type_keys) as type_key, revenue_type from definitions where is_active
),

linked as (
  select edges.here as seq, min(coalesce(members.sale_seq, edges.there)) as counted_seq
  from edges
  join money_facts as counted on counted.seq = edges.there
  left join (select seq, toNullable(sale_seq) as sale_seq from sale_members) as members on members.seq = edges.there
  where counted.type_key in (select type_key from listed where revenue_type = 'cash')
  group by edges.here
),

sales as (
  select mine.seq as seq, mine.outcome_key as outcome_key, counted.outcome_key as counted_key, counted.currency as currency
  from linked
  join money_facts as mine on mine.seq = linked.seq
  join money_facts as counted on counted.seq = linked.counted_seq
  where mine.type_key not in (select type_key from listed)
),

returned as (
  select sales.seq as seq, sum(toDecimal128(assumeNotNull(refunds.value_amount), 6)) as amount
  from sales
  join outcomes as refunds on refunds.refund_of_key = sales.counted_key and refunds.currency = sales.currency
  where refunds.trust = 'server' and refunds.value_amount is not null
  group by sales.seq
),

refunds_beside as (
  select
    refunds.outcome_seq as outcome_seq, toDecimal128(assumeNotNull(refunds.value_amount), 6) as value_amount, sales.seq as seq,
    sum(toDecimal128(assumeNotNull(refunds.value_amount), 6)) over (
      partition by sales.seq order by refunds.occurred_at, refunds.outcome_seq rows between unbounded preceding and current row
    ) as through_here
  from sales
  join outcomes as refunds on refunds.refund_of_key = sales.outcome_key and refunds.currency = sales.currency
  where refunds.trust = 'server' and refunds.value_amount is not null
)

select seq, toNullable(toDecimal64(0, 6)) as amount from sales
union all
select
  refunds_beside.outcome_seq as seq,
  toNullable(toDecimal64(greatest(least(refunds_beside.value_amount, refunds_beside.through_here - coalesce(returned.amount, toDecimal128(0, 6))), toDecimal128(0, 6)), 6))
from refunds_beside
left join returned on returned.seq = refunds_beside.seq;
