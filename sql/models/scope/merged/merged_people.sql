-- One row: the person that they would be.
-- fills: dirty_people (merged)
create or replace temp table dirty_people as
select $head::bigint as person_key
