-- One row per event type that a definition in force lists, with the least of the types that the same goals list: their reports may be of one sale.
-- needs: definitions
-- makes: alike_types
create temp view alike_types as
with listed as (
  select distinct definition_no, unnest(type_keys) as type_key from definitions where is_active
),
goals as (
  select type_key, list(definition_no order by definition_no) as goals from listed group by type_key
)
select type_key, min(type_key) over (partition by goals) as least_type from goals
