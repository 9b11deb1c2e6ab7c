-- One row per person that would be one with the others.
-- makes: dirty_people (merged)
create temp table dirty_people as
select unnest($person_keys::bigint[]) as person_key
