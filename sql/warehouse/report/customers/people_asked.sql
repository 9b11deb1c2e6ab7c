-- One row per person key or customer number asked, with the person it belongs to.
-- makes: people (asked)
create temp table people as
select asked.asked_key, coalesce(component_map.person_key, asked.asked_key) as person_key
from (select unnest($person_keys::bigint[]) as asked_key) as asked
left join component_map on component_map.customer_no = asked.asked_key
