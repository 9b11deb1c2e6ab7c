-- One row per ad of the catalogue, or per ad with this id: what is known of it beside figures.
-- columns: ad_name?, adset_id?, adset_name?, campaign_id?, campaign_name?, creative_id?, creative_name?
-- columns: creative_type 'image'|'video'|'carousel'|'dynamic'|'other'?, landing_page_url?, effective_status 'active'|'paused'|'archived'|'other'|'removed'
select
  platform, account_id, ad_id, ad_name, adset_id, adset_name, campaign_id, campaign_name, creative_id, creative_name, creative_type,
  landing_page_url, effective_status
from ads
where $ad_id::varchar is null or ad_id = $ad_id
order by platform, account_id, ad_id
