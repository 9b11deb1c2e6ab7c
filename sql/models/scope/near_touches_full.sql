-- One row per touch.
create temp view near_touches as
select * from touches
