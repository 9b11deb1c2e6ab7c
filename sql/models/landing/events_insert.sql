-- One row per new event.
-- needs: parsed_events
insert into events
select
  seq, received_at, occurred_at, trust, event_type, coalesce(body.type_key, lower(event_type)),
  body.event_name, body.visitor_key, dedupe_hash, body.origin_id, body.click_hash, make_timestamp(body.clicked_at),
  coalesce(body.is_page_view, false), coalesce(body.has_page, false),
  -- Exceptions from the list of bots follow: scope/batch/exempt_events_update, and in a full computation intermediate/bots_update.
  coalesce(body.is_internal, false) or coalesce(body.is_bot, false), coalesce(body.is_bot, false),
  coalesce(body.is_internal, false), body.bot_agent, coalesce(body.agent_key, lower(body.bot_agent)),
  coalesce(body.engaged_ms, floor(body.engaged_seconds * 1000 + 0.5)::bigint), body.value_amount, body.currency,
  body.outcome_key, body.refund_of_key, body.installment_of_key, body.deal_key,
  body.device, body.browser, body.os, body.country, body.city,
  body.url, body.host, body.path, body.left_domain, body.page_title, body.utm_term, body.utm_content, body.click_ids::varchar,
  body.action_source, body.event_source_url, body.flags, body.properties::varchar
from parsed_events
