-- One row per platform and currency of the spend in force.
select
  platform,
  currency,
  sum(spend) as spend,
  coalesce(sum(impressions), 0)::bigint as impressions,
  coalesce(sum(clicks), 0)::bigint as clicks
from spend
where spend_day between cast($date_from as date) and cast($date_to as date)
  and ($platform is null or platform = $platform)
group by all
order by all
