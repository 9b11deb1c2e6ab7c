-- One row per payment of the range of a type that no goal counts, and of each counted type with the same ids, as reports of one type: which of them
-- are one sale is then found as if a goal counted both.
-- needs: alike_types
-- makes: sale_reports (uncounted)
create temporary table sale_reports as
with
-- As the model alike_types, of which no table stays.
listed as (
  select distinct definition_no, arrayJoin(type_keys) as listed_type from definitions where is_active
),
goals as (
  select listed_type, arraySort(groupArray(definition_no)) as listed_by from listed group by listed_type
),
alike_types as (
  select listed_type as type_key, toNullable(min(listed_type) over (partition by listed_by)) as least_type from goals
),

uncounted as (
  select seq, type_key
  from money_facts
  where
    refund_of_key is null
    and type_key not in (select type_key from alike_types)
    and occurred_at >= {date_from:Date32} - interval 2 day
    and occurred_at < {date_to:Date32} + interval 3 day
),

asked as (
  select distinct sale_keys.kind as kind, sale_keys.sale_key as sale_key, toString(uncounted.type_key) as type_key
  from sale_keys
  join uncounted on uncounted.seq = sale_keys.seq
),

-- All who name one of these ids, whatever their type.
naming as (
  select distinct asked.type_key as asked_type, sale_keys.seq as seq
  from sale_keys
  join asked on asked.kind = sale_keys.kind and asked.sale_key = sale_keys.sale_key
),

reports as (
  select
    naming.asked_type as asked_type, alike_types.least_type as least_type, money_facts.seq as seq, toString(money_facts.type_key) as type_key,
    money_facts.occurred_at as occurred_at, money_facts.value_amount as value_amount, money_facts.currency as currency,
    money_facts.outcome_key as outcome_key, money_facts.visitor_key as visitor_key, money_facts.system as system
  from naming
  join money_facts on money_facts.seq = naming.seq
  left join alike_types on alike_types.type_key = money_facts.type_key
  where money_facts.refund_of_key is null and money_facts.seq not in (select seq from withdrawn_facts)
),

beside as (
  select distinct asked_type, assumeNotNull(least_type) as least_type from reports where least_type is not null
)

select
  reports.seq as seq, concat(beside.asked_type, char(10), beside.least_type) as type_key, reports.occurred_at as occurred_at,
  reports.value_amount as value_amount, reports.currency as currency, reports.outcome_key as outcome_key, reports.visitor_key as visitor_key,
  reports.system as system, splitByChar(':', reports.system)[1] as provider
from reports
join beside on beside.asked_type = reports.asked_type
where coalesce(reports.least_type = beside.least_type, false) or reports.type_key = beside.asked_type;
