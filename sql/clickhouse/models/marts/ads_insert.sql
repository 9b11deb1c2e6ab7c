-- One row per ad in force.
insert into ads
with
parents as (
  select * from ad_objects where object_type <> 'ad'
)
select
  ad.object_id, ad.platform, ad.account_id, ad.currency, ad.name, ad.configured_status, ad.effective_status,
  ad.platform_status, ad.created_at, ad.read_at, ad.creative_id, ad.creative_name, ad.creative_type, ad.landing_page_url, ad.url_tags,
  ad.adset_id, adset.name, adset.effective_status, adset.learning,
  ad.campaign_id, campaign.name, campaign.effective_status, campaign.objective,
  multiIf(
    coalesce(adset.daily_budget, adset.lifetime_budget) is not null, 'adset',
    coalesce(campaign.daily_budget, campaign.lifetime_budget) is not null, 'campaign',
    null
  ),
  if(coalesce(adset.daily_budget, adset.lifetime_budget) is null, campaign.daily_budget, adset.daily_budget),
  if(coalesce(adset.daily_budget, adset.lifetime_budget) is null, campaign.lifetime_budget, adset.lifetime_budget)
from (select * from ad_objects where object_type = 'ad') as ad
left join (select * from parents where object_type = 'adset') as adset
  on adset.platform = ad.platform and adset.account_id = ad.account_id and adset.object_id = ad.adset_id
left join (select * from parents where object_type = 'campaign') as campaign
  on campaign.platform = ad.platform and campaign.account_id = ad.account_id and campaign.object_id = ad.campaign_id;
