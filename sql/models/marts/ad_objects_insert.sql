-- One row per object: its latest content, and whether it was removed since.
insert into ad_objects
with latest as (
  select
    platform, account_id, object_type, object_id,
    max(seq) as seq,
    arg_max(read_at, seq) as read_at,
    max(seq) filter (where effective_status <> 'removed') as content_seq
  from ad_object_facts
  group by all
)
select
  latest.seq, latest.read_at, facts.platform, facts.account_id, facts.currency, facts.object_type, facts.object_id, facts.campaign_id,
  facts.adset_id, facts.name, facts.configured_status, if(latest.seq > latest.content_seq, 'removed', facts.effective_status),
  facts.platform_status, facts.objective, facts.daily_budget, facts.lifetime_budget, facts.learning, facts.created_at, facts.creative_id,
  facts.creative_name, facts.creative_type, facts.landing_page_url, facts.url_tags
from ad_object_facts as facts
join latest
  on latest.platform = facts.platform and latest.account_id = facts.account_id and latest.object_type = facts.object_type
  and latest.object_id = facts.object_id and latest.content_seq = facts.seq
order by all
