-- No rows: where credit goes that is not to stay.
-- makes: credit (merged)
create temp table credit as
select * from credit limit 0
