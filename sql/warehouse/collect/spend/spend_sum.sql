-- One row per platform and currency of the spend in force: 0 where days were reported without any.
-- columns: impressions?, clicks?, link_clicks?, platform_conversions?, platform_conversion_value?
select
  spend_facts.platform,
  spend_facts.currency,
  coalesce(sum(spend_facts.spend), 0) as spend,
  sum(spend_facts.impressions)::bigint as impressions,
  sum(spend_facts.clicks)::bigint as clicks,
  sum(spend_facts.link_clicks)::bigint as link_clicks,
  sum(spend_facts.platform_conversions) as platform_conversions,
  sum(spend_facts.platform_conversion_value) as platform_conversion_value
from spend_days
join spend_facts using (platform, account_id, spend_day, seq)
where spend_days.spend_day between cast($date_from as date) and cast($date_to as date)
  and ($platform is null or spend_days.platform = $platform)
group by all
order by all
