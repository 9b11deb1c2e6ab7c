-- One row: the person whose journey is asked, by a customer, a browser or an outcome that names nobody.
create temp table journey_person as
select
  coalesce(component_map.person_key, visitor_people.person_key, $customer_no::bigint, -$visitor_key::bigint, $lone_outcome_key::bigint) as person_key,
  null::bigint as conversion_no,
  null::timestamp as until
from (select 1) as one
left join component_map on component_map.customer_no = $customer_no::bigint
left join visitor_people on visitor_people.visitor_key = $visitor_key::bigint
