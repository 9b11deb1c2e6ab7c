-- One row per ad that cost something in the period, or whose id visits of the period carry: its clicks, the visits with its id, and the paid visits
-- of its campaign without an id of an ad.
-- needs: converted, day_rates, quality_origins
-- columns: platform?, account_id?, ad_name?, campaign_id?, campaign_name?, adset_id?, spend?, clicks?, url_tags?, creative_type?, learning?, objective?
-- columns: effective_status?, platform_status?, landing_page_url?
with
spent as (
  select
    spend_rows.platform,
    spend_rows.account_id,
    spend_rows.ad_id,
    max_by(spend_rows.ad_name, (spend_rows.spend_day, spend_rows.ad_name)) as ad_name,
    max_by(spend_rows.campaign_id, (spend_rows.spend_day, spend_rows.campaign_id)) as campaign_id,
    max_by(spend_rows.campaign_name, (spend_rows.spend_day, spend_rows.campaign_name)) as campaign_name,
    max_by(spend_rows.adset_id, (spend_rows.spend_day, spend_rows.adset_id)) as adset_id,
    sum(converted(spend_rows.spend, day_rates.rate)) as spend,
    sum(coalesce(spend_rows.link_clicks, spend_rows.clicks))::bigint as clicks
  from spend_rows
  left join day_rates on day_rates.day = spend_rows.spend_day and day_rates.currency is not distinct from spend_rows.currency
  where spend_rows.ad_id is not null and spend_rows.spend_day between $date_from::date and $date_to::date
  group by spend_rows.platform, spend_rows.account_id, spend_rows.ad_id
),

visits as (
  select
    if(origins.account_id is null, null, origins.platform) as platform, origins.account_id, origins.ad_id, origins.campaign_id, sum(quality_origins.visits) as visits
  from quality_origins
  join origins using (origin_id)
  where origins.is_paid
  group by all
),

with_id as (
  select platform, account_id, ad_id, sum(visits) as visits from visits where ad_id is not null group by all
),

without_id as (
  select platform, account_id, campaign_id, sum(visits) as visits from visits where ad_id is null and campaign_id is not null group by all
),

-- An id that several accounts have is none of these ads for certain, and not unknown.
known as (
  select ad_id from ads
  union
  select ad_id from spend_rows where ad_id is not null
)

select
  coalesce(spent.ad_id, with_id.ad_id) as ad_id,
  coalesce(spent.platform, with_id.platform) as platform,
  coalesce(spent.account_id, with_id.account_id) as account_id,
  coalesce(ads.ad_name, spent.ad_name) as ad_name,
  coalesce(ads.campaign_id, spent.campaign_id) as campaign_id,
  coalesce(ads.campaign_name, spent.campaign_name) as campaign_name,
  coalesce(ads.adset_id, spent.adset_id) as adset_id,
  spent.spend::decimal(38, 6) as spend,
  spent.clicks,
  coalesce(with_id.visits, 0)::integer as visits,
  coalesce(without_id.visits, 0)::integer as visits_without_id,
  coalesce(spent.ad_id, with_id.ad_id) in (select ad_id from known) as is_known,
  ads.url_tags,
  ads.creative_type,
  ads.learning,
  ads.objective,
  ads.effective_status,
  ads.platform_status,
  ads.landing_page_url,
  (select coalesce(sum(visits), 0) from visits)::integer as paid_visits,
  (select count(*) from ads)::integer as catalogue
from spent
full join with_id using (platform, account_id, ad_id)
left join ads using (platform, account_id, ad_id)
left join without_id
  on without_id.platform = coalesce(spent.platform, with_id.platform) and without_id.account_id = coalesce(spent.account_id, with_id.account_id)
  and without_id.campaign_id = coalesce(ads.campaign_id, spent.campaign_id)
order by spent.spend desc nulls last, visits desc, ad_id, platform, account_id
limit 1000
