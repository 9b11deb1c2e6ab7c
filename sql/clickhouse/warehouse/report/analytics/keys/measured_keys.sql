-- One row per key of the dimension of which spend is measured: a place of an ad account that reported on a day of the range.
-- needs: ad_keys, spend_places
-- makes: measured_keys
create temporary table measured_keys as
with (channel, source, campaign, adset, ad) -> cast(multiIf(
  {dimension:String} = 'channel', channel, {dimension:String} = 'source', source, {dimension:String} = 'campaign', campaign,
  {dimension:String} = 'adset', adset, {dimension:String} = 'ad', ad, null
), 'Nullable(String)') as spend_key
select distinct
  coalesce(ad_keys.key, spend_key(reported.channel, reported.source, reported.campaign, reported.adset, reported.ad)) as key
from (
  select platform, account_id, channel, source, campaign, adset, ad
  from spend_places
  where (platform, account_id) in (
    select platform, account_id from spend_days where spend_day between {date_from:Date32} and {date_to:Date32}
  )
) as reported
left join ad_keys
  on ad_keys.platform = reported.platform and ad_keys.account_id = reported.account_id
  and ad_keys.id = if({dimension:String} = 'ad', reported.ad, reported.adset);
