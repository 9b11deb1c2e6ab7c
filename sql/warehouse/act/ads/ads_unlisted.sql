-- One row per ad that is known by spend in the range alone, shaped like the first columns of ads.
-- needs: ads_spent
-- makes: ads_unlisted
create temp table ads_unlisted as
with unlisted as (
  select ad_id from ads_spent where ad_id not in (select ad_id from ads)
)
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
  and ad_id in (select ad_id from unlisted)
group by ad_id
