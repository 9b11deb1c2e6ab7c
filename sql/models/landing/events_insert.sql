-- One row per new event.
insert into events
select
  seq, received_at, occurred_at, trust, event_type,
  body.event_name, body.visitor_key, dedupe_hash, body.origin_id, body.click_hash, make_timestamp(body.clicked_at),
  coalesce(body.is_page_view, false), coalesce(body.has_page, false),
  coalesce(body.is_bot, false) or coalesce(body.is_internal, false), coalesce(body.is_bot, false),
  body.engaged_seconds, body.value_amount, body.currency,
  body.outcome_key, body.refund_of_key, body.installment_of_key, body.deal_key,
  body.device, body.browser, body.os, body.country, body.city,
  body.url, body.host, body.path, body.page_title, body.utm_term, body.utm_content, body.click_ids::varchar,
  body.action_source, body.event_source_url, body.flags, body.properties::varchar
from parsed_events
