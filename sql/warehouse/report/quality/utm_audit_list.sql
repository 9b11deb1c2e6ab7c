-- One row per campaign with spend in the period: whether the visits of the period know it, by what, and what is in the way.
-- needs: converted, day_rates, quality_origins
-- columns: campaign_name?, spend?, linked_by 'id'|'name'|'alias'?, utm_source?
-- columns: state 'linked'|'ambiguous_id'|'name_collision'|'unknown_source'|'not_linked'|'no_tagged_visits'
with
spent as (
  select
    spend_rows.platform,
    coalesce(platform_seeds.family, spend_rows.platform) as family,
    spend_rows.account_id,
    spend_rows.campaign_id,
    max_by(spend_rows.campaign_name, (spend_rows.spend_day, spend_rows.campaign_name)) as campaign_name,
    sum(converted(spend_rows.spend, day_rates.rate)) as spend,
    coalesce(sum(spend_rows.clicks), 0)::bigint as clicks
  from spend_rows
  left join platform_seeds using (platform)
  left join day_rates on day_rates.day = spend_rows.spend_day and day_rates.currency is not distinct from spend_rows.currency
  where spend_rows.campaign_id is not null and spend_rows.spend_day between $date_from::date and $date_to::date
  group by all
  having sum(spend_rows.spend) > 0
),

visited as (
  select
    origins.platform,
    origins.account_id,
    origins.campaign_id,
    origins.spend_match,
    origin_parts.campaign_key as name,
    origin_parts.utm_source,
    coalesce(platform_seeds.family, by_source.family, origins.platform) as family,
    sum(quality_origins.visits) as visits
  from quality_origins
  join origins using (origin_id)
  join origin_parts using (origin_id)
  left join platform_seeds on platform_seeds.platform = origins.platform
  left join (select source, min(family) as family from platform_seeds group by source) as by_source on by_source.source = origins.source
  where origin_parts.utm_source is not null or origins.spend_match is not null
  group by all
),

by_id as (
  select platform, account_id, campaign_id, sum(visits) as visits
  from visited
  where spend_match in ('ad', 'adset', 'campaign') and account_id is not null
  group by all
),

by_alias as (
  select platform, account_id, campaign_id, sum(visits) as visits from visited where spend_match = 'alias' group by all
),

-- Visits whose id several accounts have: of platforms that nothing tells apart, or of one platform.
by_several as (
  select if(spend_match = 'ambiguous', null, platform) as platform, coalesce(campaign_id, name) as campaign_id, sum(visits) as visits
  from visited
  where spend_match = 'ambiguous' or (spend_match in ('ad', 'adset', 'campaign') and account_id is null)
  group by all
),

several as (
  select spent.platform, spent.account_id, spent.campaign_id, sum(by_several.visits) as visits
  from spent
  join by_several
    on by_several.campaign_id = spent.campaign_id and (by_several.platform is null or by_several.platform = spent.platform)
  group by all
),

by_name as (
  select name, family, sum(visits) as visits from visited where name is not null and family is not null group by all
),

by_foreign_name as (
  select name, sum(visits) as visits, arg_max(utm_source, visits) as utm_source
  from visited
  where name is not null and utm_source is not null and family is null
  group by name
),

tagged as (
  select family, sum(visits) as visits from visited where family is not null and spend_match is null group by family
),

names as (
  select platform, lower(trim(campaign_name)) as name, count(*) as campaigns from spent group by all
)

select
  spent.platform,
  spent.account_id,
  spent.campaign_id,
  spent.campaign_name,
  spent.spend::decimal(38, 6) as spend,
  spent.clicks,
  case
    when by_id.visits > 0 then 'linked'
    when several.visits > 0 then 'ambiguous_id'
    when by_alias.visits > 0 then 'linked'
    when by_name.visits > 0 and names.campaigns > 1 then 'name_collision'
    when by_name.visits > 0 then 'linked'
    when by_foreign_name.visits > 0 then 'unknown_source'
    when tagged.visits > 0 then 'not_linked'
    else 'no_tagged_visits'
  end as state,
  case
    when by_id.visits > 0 then 'id'
    when several.visits > 0 then null
    when by_alias.visits > 0 then 'alias'
    when by_name.visits > 0 and names.campaigns = 1 then 'name'
  end as linked_by,
  coalesce(by_id.visits, several.visits, by_alias.visits, by_name.visits, by_foreign_name.visits, 0)::integer as visits,
  if(by_id.visits is null and several.visits is null and by_name.visits is null, by_foreign_name.utm_source, null) as utm_source
from spent
left join by_id using (platform, account_id, campaign_id)
left join by_alias using (platform, account_id, campaign_id)
left join several using (platform, account_id, campaign_id)
left join names on names.platform = spent.platform and names.name = lower(trim(spent.campaign_name))
left join by_name on by_name.name = lower(trim(spent.campaign_name)) and by_name.family = spent.family
left join by_foreign_name on by_foreign_name.name = lower(trim(spent.campaign_name))
left join tagged on tagged.family = spent.family
order by (state = 'linked'), spend desc nulls last, spent.platform, spent.campaign_id
limit 1000
