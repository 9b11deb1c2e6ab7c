-- One row per new event.
-- needs: parsed_events
insert into events
with exempt as (
  select distinct body.bot_agent as agent
  from parsed_events
  join bot_exceptions on contains(coalesce(body.agent_key, lower(body.bot_agent)), bot_exceptions.pattern)
)
select
  seq, received_at, occurred_at, trust, event_type, coalesce(body.type_key, lower(event_type)),
  body.event_name, body.visitor_key, dedupe_hash, body.origin_id, body.click_hash, make_timestamp(body.clicked_at),
  coalesce(body.is_page_view, false), coalesce(body.has_page, false),
  coalesce(body.is_internal, false) or (coalesce(body.is_bot, false) and not coalesce(body.bot_agent in (select agent from exempt), false)),
  coalesce(body.is_bot, false) and not coalesce(body.bot_agent in (select agent from exempt), false),
  coalesce(body.is_internal, false), body.bot_agent, coalesce(body.agent_key, lower(body.bot_agent)),
  coalesce(body.engaged_ms, floor(body.engaged_seconds * 1000 + 0.5)::bigint), body.value_amount, body.currency,
  body.outcome_key, body.refund_of_key, body.installment_of_key, body.deal_key,
  body.device, body.browser, body.os, body.country, body.city,
  body.url, body.host, body.path, body.left_domain, body.page_title, body.utm_term, body.utm_content, body.click_ids::varchar,
  body.action_source, body.event_source_url, body.flags, body.properties::varchar
from parsed_events
