-- One row per ad account that reported conversions in a range of days: how many it credits to its ads by its own rules.
select platform, account_id, sum(platform_conversions) as conversions
from spend_rows
where spend_day between $date_from::date and $date_to::date and platform_conversions is not null
group by platform, account_id
order by platform, account_id
