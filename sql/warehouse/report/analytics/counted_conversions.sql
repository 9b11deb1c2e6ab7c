-- One row per counted conversion of the goal and period of it.
-- makes: counted_conversions
create temp table counted_conversions as
select conversion_no, true as is_current
from conversions
where conversion_key = $goal and is_counted and converted_day between $date_from::date and $date_to::date
union all
select conversion_no, false
from conversions
where conversion_key = $goal and is_counted and converted_day between $compared_from::date and $compared_to::date
