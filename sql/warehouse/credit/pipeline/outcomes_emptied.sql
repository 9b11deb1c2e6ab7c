-- No row yet: outcomes under other definitions, in the place of those that stand.
-- makes: outcomes (under_definitions)
create temp table outcomes as
select * from outcomes limit 0
