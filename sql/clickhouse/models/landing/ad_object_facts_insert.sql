-- One row per object of an ad account that a new reading found changed.
-- needs: batch_facts
insert into ad_object_facts
with text -> accurateCastOrNull(round(toDecimal128OrNull(text, 7), 6), 'Decimal(18, 6)') as money,
text -> coalesce(
  nullIf(replaceRegexpAll(replaceRegexpAll(text, '(?:%20|[+ \\t\\n\\f\\r_-])+', ' '), '^ +| +$', ''), ''), text
) as name_key,
(text, prefix) -> if(
  prefix is not null
    and match(replaceRegexpAll(if(startsWith(lower(text), prefix), substring(text, length(prefix) + 1), text), '[ -]', ''), '^[0-9]+$'),
  replaceRegexpAll(if(startsWith(lower(text), prefix), substring(text, length(prefix) + 1), text), '[ -]', ''),
  text
) as account_form,
readings as (
  select
    batch_facts.seq as seq, batch_facts.received_at as received_at,
    assumeNotNull(coalesce(platform_names.platform, batch_facts.body.platform)) as platform,
    assumeNotNull(account_form(batch_facts.body.account_id, platform_seeds.account_prefix)) as account_id,
    batch_facts.body.currency as currency,
    arrayJoin(JSONExtract(coalesce(batch_facts.body.objects, '[]'), 'Array(Tuple(
      type Nullable(String), id Nullable(String), campaign_id Nullable(String), adset_id Nullable(String), name Nullable(String),
      configured_status Nullable(String), effective_status Nullable(String), platform_status Nullable(String), objective Nullable(String),
      daily_budget Nullable(String), lifetime_budget Nullable(String), learning Nullable(String), created_at Nullable(Int64),
      creative Tuple(id Nullable(String), name Nullable(String), type Nullable(String), landing_page_url Nullable(String), url_tags Nullable(String))
    ))')) as object
  from batch_facts
  left join platform_names on platform_names.name = name_key(batch_facts.body.platform)
  left join platform_seeds on platform_seeds.platform = platform_names.platform
  where batch_facts.kind = 'ad_objects'
)
select
  seq, received_at, platform, account_id, currency, object.type, object.id, object.campaign_id, object.adset_id, object.name,
  object.configured_status, object.effective_status, object.platform_status, object.objective, money(object.daily_budget),
  money(object.lifetime_budget), object.learning, fromUnixTimestamp64Micro(object.created_at, 'UTC'), object.creative.id, object.creative.name,
  object.creative.type, object.creative.landing_page_url, object.creative.url_tags
from readings;
