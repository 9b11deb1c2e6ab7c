-- One row per outcome of a dirty person.
-- needs: dirty_people
-- makes: scope_outcomes (dirty)
create temp table scope_outcomes as
select * from outcomes where person_key in (select person_key from dirty_people)
