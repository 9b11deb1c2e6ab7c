-- One row per outcome of a dirty person.
create temp table scope_outcomes as
select * from outcomes where person_key in (select person_key from dirty_people)
