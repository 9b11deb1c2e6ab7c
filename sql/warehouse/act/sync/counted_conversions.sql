-- One row per definition with counted conversions in a range of days (UTC).
select definition_no, count(*) as conversions
from conversions
where is_counted and converted_at >= $date_from::date and converted_at < $date_to::date + 1
group by definition_no
order by definition_no
