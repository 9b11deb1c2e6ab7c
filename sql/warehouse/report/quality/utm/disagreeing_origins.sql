-- One row per origin whose campaign is called otherwise in its link than at its platform.
-- needs: origin_values
-- makes: disagreeing_origins
create temp table disagreeing_origins as
with
spent_campaigns as (
  select platform, account_id, campaign_id, max_by(campaign_name, (spend_day, campaign_name)) as name
  from spend_rows
  where campaign_id is not null
  group by all
),

spent_ads as (
  select platform, account_id, ad_id, any_value(campaign_id order by spend_day desc, campaign_id) as campaign_id
  from spend_rows
  where ad_id is not null and campaign_id is not null
  group by platform, account_id, ad_id
)

select parts.origin_id, parts.utm_campaign as value, own.name as usual
from origin_values as parts
left join spent_ads
  on spent_ads.platform = parts.ad_platform and spent_ads.account_id = parts.ad_account and spent_ads.ad_id = parts.ad_id
join spent_campaigns as own
  on own.platform = parts.ad_platform and own.account_id = parts.ad_account
  and own.campaign_id = coalesce(spent_ads.campaign_id, parts.campaign_id)
where
  parts.utm_campaign is not null
  and exists (
    from spent_campaigns as other
    where
      other.platform = own.platform
      and other.campaign_id <> own.campaign_id
      and (other.campaign_id = parts.utm_campaign or lower(trim(other.name)) = lower(trim(parts.utm_campaign)))
  )
  and lower(trim(own.name)) <> lower(trim(parts.utm_campaign))
  and own.campaign_id <> parts.utm_campaign
