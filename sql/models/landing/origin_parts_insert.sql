-- One row per origin seen for the first time.
-- needs: parsed_events
insert into origin_parts
with seen as (
  select body.origin_id as origin_id, any_value(body.origin) as origin from parsed_events group by all
)
select
  origin_id, origin.utm_source, origin.utm_medium, origin.utm_campaign,
  -- Facts of before keys were stored have none; nor has ASCII, of which every engine makes the same.
  coalesce(origin.source_key, lower(trim(origin.utm_source))),
  coalesce(origin.medium_key, lower(trim(origin.utm_medium))),
  coalesce(origin.campaign_key, lower(trim(origin.utm_campaign))),
  origin.platform, origin.campaign_id, origin.adset_id, origin.ad_id, origin.click_kinds, origin.referrer_host, origin.referrer_domain
from seen
where not exists (select 1 from origin_parts where origin_parts.origin_id = seen.origin_id)
