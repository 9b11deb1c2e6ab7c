-- No rows: where synthetic touches go that are not to stay.
-- makes: touches (merged)
create temp table touches as
select * from touches limit 0
