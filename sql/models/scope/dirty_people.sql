-- One row per person to be computed anew; at first those of changed browsers, as they were.
create temp table dirty_people as
select coalesce(visitor_people.person_key, -changed_visitors.visitor_key) as person_key
from changed_visitors
left join visitor_people using (visitor_key)
