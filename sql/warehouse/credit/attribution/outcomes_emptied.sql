-- No row yet: outcomes under other definitions, in the place of those that stand.
create temp table outcomes as
select * from outcomes limit 0
