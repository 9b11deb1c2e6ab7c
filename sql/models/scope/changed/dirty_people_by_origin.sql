-- One row per person with an outcome that names an origin that is classified otherwise now.
-- needs: changed_origins
-- fills: dirty_people (dirty)
insert into dirty_people
select person_key from outcomes where origin_id in (select origin_id from changed_origins)
