-- One row per ad account that reported anything in the range.
select platform, account_id, count(distinct spend_day)::bigint as days
from spend_days
where spend_day between cast($date_from as date) and cast($date_to as date)
  and ($platform is null or platform = $platform)
group by all
order by all
