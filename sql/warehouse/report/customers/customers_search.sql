-- One row per customer number asked: when its person was seen, what it did and what it paid in the profile's own currency; `is_foreign`
-- where it paid in another, which `people_cash_get` converts.
-- columns: first_seen_at?, last_seen_at?
select
  asked.asked_key,
  person_sums.first_seen_at,
  person_sums.last_seen_at,
  coalesce(person_sums.sources, []) as sources,
  coalesce(person_sums.conversion_count, 0) as conversion_count,
  coalesce(person_sums.cash_revenue, 0) as cash_revenue,
  coalesce(person_sums.is_foreign, false) as is_foreign
from (select unnest($person_keys::bigint[]) as asked_key) as asked
left join component_map on component_map.customer_no = asked.asked_key
left join person_sums on person_sums.person_key = coalesce(component_map.person_key, asked.asked_key)
