-- One row per ad that is known by spend in the range alone, shaped like the first columns of ads.
-- needs: ads_spent
-- makes: ads_unlisted
create temp table ads_unlisted as
with unlisted as (
  select platform, account_id, ad_id from ads_spent anti join ads using (platform, account_id, ad_id)
)
select
  ad_id,
  platform,
  account_id,
  max_by(currency, (spend_day, currency)) as currency,
  max_by(ad_name, (spend_day, ad_name)) as ad_name,
  max_by(adset_id, (spend_day, adset_id)) as adset_id,
  max_by(adset_name, (spend_day, adset_name)) as adset_name,
  max_by(campaign_id, (spend_day, campaign_id)) as campaign_id,
  max_by(campaign_name, (spend_day, campaign_name)) as campaign_name
from spend_rows
semi join unlisted using (platform, account_id, ad_id)
where
  spend_day between $money_from::date and $money_to::date
group by platform, account_id, ad_id
