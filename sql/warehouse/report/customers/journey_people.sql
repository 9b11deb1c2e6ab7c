-- At most one row: the person of `journey_person`, as `people_get` takes persons.
create temp table people as
select person_key as asked_key, person_key from journey_person
