-- How many counted conversions of these definitions there are in a range of days (UTC), of each from its moment on.
with
goals as (
  select unnest($definition_nos::bigint[]) as definition_no, unnest($sinces::varchar[])::timestamp as since
)

select count(*) as conversions
from conversions
join goals using (definition_no)
where is_counted and converted_at >= goals.since and converted_at >= $date_from::date and converted_at < $date_to::date + 1
