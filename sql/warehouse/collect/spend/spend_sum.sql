-- One row per platform and currency of the spend in force.
select
  platform,
  currency,
  sum(spend) as spend,
  sum(impressions)::bigint as impressions,
  sum(clicks)::bigint as clicks
from spend
where spend_day between cast($date_from as date) and cast($date_to as date)
  and ($platform is null or platform = $platform)
group by all
order by all
