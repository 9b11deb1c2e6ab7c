-- One row per ad and day of the spend in force of an account, as it was reported; one without spend of a day that was reported without rows.
-- columns: spend?, campaign_id?, campaign_name?, adset_id?, adset_name?, ad_id?, ad_name?, impressions?, clicks?, reach?, frequency?, link_clicks?
-- columns: video_3s_views?, thruplays?, platform_conversions?, platform_conversion_value?
select
  spend_facts.spend_day::varchar as spend_day,
  spend_facts.currency,
  spend_facts.campaign_id, spend_facts.campaign_name, spend_facts.adset_id, spend_facts.adset_name, spend_facts.ad_id, spend_facts.ad_name,
  spend_facts.spend::varchar as spend,
  spend_facts.impressions, spend_facts.clicks, spend_facts.reach, spend_facts.frequency::varchar as frequency,
  spend_facts.link_clicks, spend_facts.video_3s_views, spend_facts.thruplays,
  spend_facts.platform_conversions::varchar as platform_conversions,
  spend_facts.platform_conversion_value::varchar as platform_conversion_value
from spend_days
join spend_facts using (platform, account_id, spend_day, seq)
where spend_days.platform = $platform and spend_days.account_id = $account_id
  and spend_days.spend_day between cast($date_from as date) and cast($date_to as date)
order by spend_facts.spend_day, spend_facts.row_no
