-- One row per ad (or unallocated remainder) and day of the spend in force, newest day first.
-- columns: campaign_id?, campaign_name?, adset_id?, adset_name?, ad_id?, ad_name?, impressions?, clicks?, reach?, frequency?, link_clicks?
-- columns: video_3s_views?, thruplays?, platform_conversions?, platform_conversion_value?
with placed as (
  select
    spend_day,
    platform, account_id, currency,
    campaign_id, campaign_name, adset_id, adset_name, ad_id, ad_name,
    spend, impressions, clicks, reach, frequency, link_clicks, video_3s_views, thruplays, platform_conversions,
    platform_conversion_value,
    -- The order of rows of one day, as one text, so that a page can begin after the last row of the page before.
    to_json([platform, account_id, campaign_id, adset_id, ad_id, campaign_name, adset_name, ad_name])::varchar as position
  from spend
  where spend_day between cast($date_from as date) and cast($date_to as date)
    and ($platform is null or platform = $platform)
)
select *
from placed
where $after_day is null
  or spend_day < cast($after_day as date)
  or (spend_day = cast($after_day as date) and position > $after_position)
order by spend_day desc, position
limit $row_limit
