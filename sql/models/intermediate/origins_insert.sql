-- One row per origin.
insert into origins
select * from origins_next order by origin_id
