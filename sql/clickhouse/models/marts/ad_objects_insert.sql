-- One row per object: its latest content, and whether it was removed since.
insert into ad_objects
with latest as (
  select
    platform, account_id, object_type, object_id,
    max(seq) as last_seq,
    argMax(read_at, seq) as last_read_at,
    maxOrNullIf(seq, effective_status <> 'removed') as content_seq
  from ad_object_facts
  group by platform, account_id, object_type, object_id
)
select
  latest.last_seq, latest.last_read_at, facts.platform, facts.account_id, facts.currency, facts.object_type, facts.object_id, facts.campaign_id,
  facts.adset_id, facts.name, facts.configured_status, if(latest.last_seq > latest.content_seq, 'removed', facts.effective_status),
  facts.platform_status, facts.objective, facts.daily_budget, facts.lifetime_budget, facts.learning, facts.created_at, facts.creative_id,
  facts.creative_name, facts.creative_type, facts.landing_page_url, facts.url_tags
from ad_object_facts as facts
join latest
  on latest.platform = facts.platform and latest.account_id = facts.account_id and latest.object_type = facts.object_type
  and latest.object_id = facts.object_id and latest.content_seq = facts.seq;
