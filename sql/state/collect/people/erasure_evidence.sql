-- One row per identifier that was left off or claimed for these customers alone, and that nobody holds.
with theirs as (
  select left_off.identifier_key
  from json_each($customer_nos) as asked
  cross join identifiers_left_off as left_off on left_off.profile_id = $profile_id and left_off.customer_no = asked.value
  union
  select claims.identifier_key
  from json_each($customer_nos) as asked
  cross join identifier_claims as claims on claims.profile_id = $profile_id and claims.customer_no = asked.value
)
select theirs.identifier_key
from theirs
where not exists (
  select 1 from identifiers_left_off as left_off
  where left_off.profile_id = $profile_id
    and left_off.identifier_key = theirs.identifier_key
    and left_off.customer_no not in (select value from json_each($customer_nos))
)
and not exists (
  select 1 from identifier_claims as claims
  where claims.profile_id = $profile_id
    and claims.identifier_key = theirs.identifier_key
    and claims.customer_no not in (select value from json_each($customer_nos))
)
and not exists (
  select 1 from identifiers
  where identifiers.profile_id = $profile_id
    and identifiers.identifier_key = theirs.identifier_key
)
