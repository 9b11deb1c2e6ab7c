-- One row per event type that a definition in force lists, with the least of the types that the same goals list: their reports may be of one sale.
-- needs: definitions
-- makes: alike_types
create view alike_types as
with listed as (
  select distinct definition_no, arrayJoin(type_keys) as listed_type from definitions where is_active
),
goals as (
  select listed_type, arraySort(groupArray(definition_no)) as listed_by from listed group by listed_type
)
select listed_type as type_key, toNullable(min(listed_type) over (partition by listed_by)) as least_type from goals;
