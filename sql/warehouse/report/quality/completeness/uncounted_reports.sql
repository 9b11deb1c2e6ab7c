-- One row per payment of the range of a type that no goal counts, and of each counted type with the same ids, as reports of one type: which of them
-- are one sale is then found as if a goal counted both.
-- needs: alike_types
-- makes: sale_reports (uncounted)
create temp table sale_reports as
with
uncounted as (
  select seq, type_key
  from money_facts
  where
    refund_of_key is null
    and type_key not in (select type_key from alike_types)
    and occurred_at >= $date_from::date - interval 2 day
    and occurred_at < $date_to::date + interval 3 day
),

asked as (
  select distinct sale_keys.kind, sale_keys.sale_key, uncounted.type_key
  from sale_keys
  join uncounted using (seq)
),

-- All who name one of these ids, whatever their type.
naming as (
  select distinct asked.type_key as asked_type, sale_keys.seq
  from sale_keys
  join asked using (kind, sale_key)
),

reports as (
  select
    naming.asked_type, alike_types.least_type, money_facts.seq, money_facts.type_key, money_facts.occurred_at, money_facts.value_amount,
    money_facts.currency, money_facts.outcome_key, money_facts.visitor_key, money_facts.system
  from naming
  join money_facts using (seq)
  left join alike_types on alike_types.type_key = money_facts.type_key
  where money_facts.refund_of_key is null and money_facts.seq not in (select seq from withdrawn_facts)
),

beside as (
  select distinct asked_type, least_type from reports where least_type is not null
)

select
  reports.seq, concat(beside.asked_type, chr(10), beside.least_type) as type_key, reports.occurred_at, reports.value_amount, reports.currency,
  reports.outcome_key, reports.visitor_key, reports.system, split_part(reports.system, ':', 1) as provider
from reports
join beside using (asked_type)
where reports.least_type = beside.least_type or reports.type_key = beside.asked_type
