-- One row per key of the dimension of which spend is measured: a place of an ad account that reported on a day of the range.
-- needs: ad_keys, spend_key, spend_places
-- makes: measured_keys
create temp table measured_keys as
select distinct
  coalesce(ad_keys.key, spend_key($dimension, spend_places.channel, spend_places.source, spend_places.campaign, spend_places.adset, spend_places.ad)) as key
from spend_places
semi join (
  select platform, account_id from spend_days where spend_day between $date_from::date and $date_to::date
) as reported using (platform, account_id)
left join ad_keys
  on ad_keys.platform = spend_places.platform and ad_keys.account_id = spend_places.account_id
  and ad_keys.id = if($dimension = 'ad', spend_places.ad, spend_places.adset)
