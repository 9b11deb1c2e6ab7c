-- No rows: where conversions go that are not to stay.
-- makes: conversions (merged)
create temp table conversions as
select * from conversions limit 0
