-- One row per customer with a counted conversion of a definition since a moment.
select distinct person_key
from conversions
where conversion_key = $conversion_key and is_counted and converted_at >= $since::timestamp and person_key > 0
order by person_key
