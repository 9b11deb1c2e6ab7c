-- One row per day of the range, with the first day of its bucket.
-- makes: bucket_days
create temp table bucket_days as
select
  day,
  case $interval
    when 'day' then day
    when 'week' then date_trunc('week', day)::date
    when 'month' then date_trunc('month', day)::date
    else $date_from::date + ((day - $date_from::date) // $period_days::bigint * $period_days::bigint)::integer
  end as bucket
from (select unnest(generate_series($date_from::date, $date_to::date, interval 1 day))::date as day)
