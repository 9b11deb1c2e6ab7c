-- One row per outcome that the scope needs, in the place of all.
-- needs: outcomes_related
-- makes: outcomes (merged)
create temp table outcomes as
select * from outcomes_related
