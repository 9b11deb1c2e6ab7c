-- One row per spend row in force.
-- needs: spend_current
insert into spend_rows
select platform, account_id, spend_day, currency, campaign_id, campaign_name, campaign_key, adset_id, adset_name, ad_id, ad_name, assumeNotNull(spend), impressions, clicks,
  reach, frequency, link_clicks, video_3s_views, thruplays, platform_conversions, platform_conversion_value
from spend_current where row_no >= 0;
