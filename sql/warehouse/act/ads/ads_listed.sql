-- One row per ad: those of the catalogue as they are in force, and those that are known by spend in the range alone. An ad is one by its
-- platform id, as visits know it by that.
-- makes: ads_listed
create temp table ads_listed as
with
catalogue as (
  select *
  from ad_objects
  where object_type = 'ad'
  qualify row_number() over (partition by object_id order by effective_status = 'removed', seq desc, platform, account_id) = 1
),

parents as (
  select * from ad_objects where object_type <> 'ad'
),

spent_only as (
  select
    ad_id,
    max_by(platform, (spend_day, platform)) as platform,
    max_by(account_id, (spend_day, platform)) as account_id,
    max_by(currency, (spend_day, platform)) as currency,
    max_by(ad_name, (spend_day, ad_name)) as ad_name,
    max_by(adset_id, (spend_day, adset_id)) as adset_id,
    max_by(adset_name, (spend_day, adset_name)) as adset_name,
    max_by(campaign_id, (spend_day, campaign_id)) as campaign_id,
    max_by(campaign_name, (spend_day, campaign_name)) as campaign_name
  from spend_rows
  where
    spend_day between $money_from::date and $money_to::date
    and ad_id is not null
    and ad_id not in (select object_id from catalogue)
  group by ad_id
)

select
  ad.object_id as ad_id, ad.platform, ad.account_id, ad.currency, ad.name as ad_name, ad.configured_status, ad.effective_status,
  ad.platform_status, ad.created_at, ad.read_at, ad.creative_id, ad.creative_name, ad.creative_type, ad.landing_page_url, ad.url_tags,
  ad.adset_id, adset.name as adset_name, adset.effective_status as adset_status, adset.learning,
  ad.campaign_id, campaign.name as campaign_name, campaign.effective_status as campaign_status, campaign.objective,
  case
    when coalesce(adset.daily_budget, adset.lifetime_budget) is not null then 'adset'
    when coalesce(campaign.daily_budget, campaign.lifetime_budget) is not null then 'campaign'
  end as budget_level,
  if(coalesce(adset.daily_budget, adset.lifetime_budget) is null, campaign.daily_budget, adset.daily_budget) as daily_budget,
  if(coalesce(adset.daily_budget, adset.lifetime_budget) is null, campaign.lifetime_budget, adset.lifetime_budget) as lifetime_budget
from catalogue as ad
left join parents as adset
  on adset.object_type = 'adset' and adset.platform = ad.platform and adset.account_id = ad.account_id and adset.object_id = ad.adset_id
left join parents as campaign
  on campaign.object_type = 'campaign' and campaign.platform = ad.platform and campaign.account_id = ad.account_id
  and campaign.object_id = ad.campaign_id
union all by name
select * from spent_only
