-- One row per origin seen for the first time. Facts of before name platforms and accounts as they were sent.
-- needs: parsed_events
insert into origin_parts
with seen as (
  select
    body.origin_id as origin_id,
    any_value(body.origin) as origin,
    any_value(body.account_id) as account_id,
    min(seq) as first_seq
  from parsed_events
  where body.origin_id not in (select origin_id from origin_parts)
  group by all
),
parts as (
  select
    seen.*,
    coalesce(origin.source_key, lower(trim(origin.utm_source))) as source_key,
    coalesce(origin.campaign_key, lower(trim(origin.utm_campaign))) as campaign_key,
    coalesce(platform_names.platform, origin.platform) as platform
  from seen
  left join platform_names on platform_names.name = name_key(seen.origin.platform)
),
-- A click id that only a company's ads set says whose ad it is.
clicks as (
  select origin_id, arg_min(platform_seeds.family, kind) as family
  from (select origin_id, unnest(string_split(origin.click_kinds, ',')) as kind from parts where origin.click_kinds is not null)
  join click_seeds using (kind)
  join platform_seeds using (platform)
  where click_seeds.proves_paid
  group by origin_id
)
select
  parts.origin_id, origin.utm_source, origin.utm_medium, origin.utm_campaign,
  parts.source_key,
  coalesce(origin.medium_key, lower(trim(origin.utm_medium))),
  parts.campaign_key,
  parts.platform,
  account_form(parts.account_id, named.account_prefix),
  origin.campaign_id, origin.adset_id, origin.ad_id, origin.click_kinds, origin.referrer_host, origin.referrer_domain,
  if(named.platform is null, clicks.family, if(named.is_any_company, null, named.family)),
  if(of_source.is_any_company, null, of_source.family),
  name_key(parts.source_key),
  name_key(parts.campaign_key),
  parts.first_seq
from parts
left join platform_seeds as named on named.platform = parts.platform
left join clicks using (origin_id)
left join platform_names as source_names on source_names.name = name_key(parts.source_key)
left join platform_seeds as of_source on of_source.platform = source_names.platform
