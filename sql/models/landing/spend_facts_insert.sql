-- One row per spend row of a new spend day; a day without rows leaves one row that marks it covered.
-- needs: batch_facts
insert into spend_facts
with days as (
  -- Facts of before name platforms and accounts as they were sent.
  select
    batch_facts.seq, batch_facts.body,
    coalesce(platform_names.platform, batch_facts.body.platform) as platform,
    account_form(batch_facts.body.account_id, platform_seeds.account_prefix) as account_id
  from batch_facts
  left join platform_names on platform_names.name = name_key(batch_facts.body.platform)
  left join platform_seeds on platform_seeds.platform = platform_names.platform
  where batch_facts.kind = 'spend_day'
),
listed as (
  select seq, body, platform, account_id, unnest(body.rows) as row, generate_subscripts(body.rows, 1) - 1 as row_no from days where len(body.rows) > 0
)
select
  seq, row_no, platform, account_id, body.day, body.currency, row.campaign_id, row.campaign_name,
  coalesce(row.campaign_key, lower(trim(row.campaign_name))), row.adset_id,
  row.adset_name, row.ad_id, row.ad_name, row.spend, row.impressions, row.clicks,
  row.reach, row.frequency, row.link_clicks, row.video_3s_views, row.thruplays, row.platform_conversions, row.platform_conversion_value
from listed
union all
select seq, -1, platform, account_id, body.day, body.currency, null, null, null, null, null, null, null, null, null, null,
  null, null, null, null, null, null, null
from days
where coalesce(len(body.rows), 0) = 0
