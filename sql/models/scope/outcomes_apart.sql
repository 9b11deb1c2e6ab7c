-- One row per outcome that the scope needs, in the place of all.
create temp table outcomes as
select * from outcomes_related
