-- One row: the person that they would be.
create or replace temp table dirty_people as
select $head::bigint as person_key
