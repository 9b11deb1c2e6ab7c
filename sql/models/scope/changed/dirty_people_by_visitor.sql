-- One row per person whose conversions may see the dirty browsers' touches by who they are, or by the browser an outcome names.
-- needs: dirty_visitors
-- fills: dirty_people (dirty)
insert into dirty_people
select coalesce(visitor_people.person_key, -dirty_visitors.visitor_key) from dirty_visitors left join visitor_people using (visitor_key)
union
select person_key from outcomes where visitor_key in (select visitor_key from dirty_visitors)
