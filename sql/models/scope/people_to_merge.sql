-- One row per person that would be one with the others.
create temp table dirty_people as
select unnest($person_keys::bigint[]) as person_key
