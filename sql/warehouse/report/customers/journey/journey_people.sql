-- At most one row: the person of `journey`, as `people_get` takes persons.
-- needs: journey
-- makes: people (of_journey)
create temp table people as
select getvariable('journey').person_key as asked_key, getvariable('journey').person_key as person_key
where getvariable('journey').person_key is not null
