-- One row per object of an ad account that a new reading found changed.
-- needs: batch_facts
insert into ad_object_facts
with readings as (
  select
    batch_facts.seq, batch_facts.received_at,
    coalesce(platform_names.platform, body.platform) as platform,
    account_form(body.account_id, platform_seeds.account_prefix) as account_id,
    body.currency,
    unnest(from_json(body.objects, '[{
      "type": "varchar", "id": "varchar", "campaign_id": "varchar", "adset_id": "varchar", "name": "varchar",
      "configured_status": "varchar", "effective_status": "varchar", "platform_status": "varchar", "objective": "varchar",
      "daily_budget": "decimal(18,6)", "lifetime_budget": "decimal(18,6)", "learning": "varchar", "created_at": "bigint",
      "creative": {"id": "varchar", "name": "varchar", "type": "varchar", "landing_page_url": "varchar", "url_tags": "varchar"}
    }]')) as object
  from batch_facts
  left join platform_names on platform_names.name = name_key(body.platform)
  left join platform_seeds on platform_seeds.platform = platform_names.platform
  where kind = 'ad_objects'
)
select
  seq, received_at, platform, account_id, currency, object.type, object.id, object.campaign_id, object.adset_id, object.name,
  object.configured_status, object.effective_status, object.platform_status, object.objective, object.daily_budget, object.lifetime_budget,
  object.learning, make_timestamp(object.created_at), object.creative.id, object.creative.name, object.creative.type,
  object.creative.landing_page_url, object.creative.url_tags
from readings
