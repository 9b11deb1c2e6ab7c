-- One row per row of `people`: the person it belongs to, when it was seen, what it did and what it paid in the profile's own currency;
-- `is_foreign` where it paid in another, which `people_cash_get` converts.
-- needs: people
-- columns: first_seen_at?, last_seen_at?
select
  people.asked_key,
  people.person_key,
  person_sums.first_seen_at,
  person_sums.last_seen_at,
  coalesce(person_sums.session_count, 0) as session_count,
  coalesce(person_sums.touch_count, 0) as touch_count,
  coalesce(person_sums.sources, []) as sources,
  coalesce(person_sums.conversion_count, 0) as conversion_count,
  coalesce(person_sums.cash_revenue, 0) as cash_revenue,
  coalesce(person_sums.is_foreign, false) as is_foreign
from people
left join person_sums using (person_key)
