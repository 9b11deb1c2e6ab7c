-- One row per row of the spend in force, with the names under which visits know its source and campaign, and its money converted.
-- needs: converted, day_rates, lacks_rate
-- makes: placed_spend
create temp view placed_spend as
with
spent_campaigns as (
  select platform, account_id, campaign_id, max_by(coalesce(spelling, campaign_name), (spend_day, campaign_name)) as campaign_name
  from spend_rows
  left join campaign_spellings using (campaign_name)
  where campaign_id is not null
  group by platform, account_id, campaign_id
),

-- Visits that carry a campaign's id may know it under an older name, or under utm_campaign: their name wins, so that both meet in one row.
campaign_keys as (
  select
    spent_campaigns.platform,
    spent_campaigns.account_id,
    spent_campaigns.campaign_id,
    coalesce(
      max(origins.campaign) filter (where origins.campaign = spent_campaigns.campaign_name),
      min(origins.campaign),
      any_value(spent_campaigns.campaign_name),
      spent_campaigns.campaign_id
    ) as campaign,
    if(count(distinct origins.source) filter (where origins.is_paid) = 1, min(origins.source) filter (where origins.is_paid), null) as source
  from spent_campaigns
  left join origins
    on origins.platform = spent_campaigns.platform and origins.campaign_id = spent_campaigns.campaign_id
    and (origins.account_id is null or origins.account_id = spent_campaigns.account_id)
  group by spent_campaigns.platform, spent_campaigns.account_id, spent_campaigns.campaign_id
)

select
  spend.platform,
  spend.account_id,
  spend.spend_day,
  spend.currency,
  spend.channel,
  coalesce(campaign_keys.source, platform_seeds.source, spend.platform) as source,
  coalesce(campaign_keys.campaign, campaign_spellings.spelling, '(unallocated)') as campaign,
  coalesce(spend.adset_id, '(unallocated)') as adset,
  coalesce(spend.ad_id, '(unallocated)') as ad,
  if(spend.spend = 0, 0, converted(spend.spend, day_rates.rate)) as amount, -- nothing is nothing in every currency
  lacks_rate(spend.spend, day_rates.rate) as is_unpriced,
  spend.impressions,
  spend.clicks
from spend
left join platform_seeds using (platform)
left join campaign_keys
  on campaign_keys.platform = spend.platform and campaign_keys.account_id = spend.account_id and campaign_keys.campaign_id = spend.campaign_id
left join campaign_spellings on campaign_spellings.campaign_name = spend.campaign_name
left join day_rates on day_rates.day = spend.spend_day and day_rates.currency is not distinct from spend.currency
