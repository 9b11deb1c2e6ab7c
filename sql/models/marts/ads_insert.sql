-- One row per ad in force.
insert into ads
with
parents as (
  select * from ad_objects where object_type <> 'ad'
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
from (select * from ad_objects where object_type = 'ad') as ad
left join parents as adset
  on adset.object_type = 'adset' and adset.platform = ad.platform and adset.account_id = ad.account_id and adset.object_id = ad.adset_id
left join parents as campaign
  on campaign.object_type = 'campaign' and campaign.platform = ad.platform and campaign.account_id = ad.account_id
  and campaign.object_id = ad.campaign_id
order by platform, account_id, ad_id
