-- One row per new event.
-- needs: parsed_events
insert into events
with text -> if(
  isValidASCII(assumeNotNull(text)),
  lower(text),
  arrayStringConcat(arrayMap(letter -> multiIf(letter = 'İ', 'i', match(letter, '[\\x{1C89}\\x{A7CB}\\x{A7CC}\\x{A7CE}\\x{A7D2}\\x{A7D4}\\x{A7DA}\\x{A7DC}\\x{10D50}-\\x{10D65}\\x{16EA0}-\\x{16EB8}]'), letter, lowerUTF8(letter)), extractAll(assumeNotNull(text), '(?s).')))
) as lowered,
-- Half up, as the engine alone would cut.
text -> accurateCastOrNull(round(toDecimal128OrNull(text, 7), 6), 'Decimal(18, 6)') as money,
exempt as (
  select distinct body.bot_agent as agent
  from parsed_events
  cross join bot_exceptions
  where body.bot_agent is not null and position(assumeNotNull(coalesce(body.agent_key, lowered(body.bot_agent))), bot_exceptions.pattern) > 0
)
select
  seq, received_at, occurred_at, trust, event_type, coalesce(body.type_key, lowered(event_type)),
  body.event_name, body.visitor_key, dedupe_hash, body.origin_id, body.click_hash, fromUnixTimestamp64Micro(body.clicked_at, 'UTC'),
  coalesce(body.is_page_view, false), coalesce(body.has_page, false),
  coalesce(body.is_internal, false) or (coalesce(body.is_bot, false) and not coalesce(body.bot_agent in (select agent from exempt), false)),
  coalesce(body.is_bot, false) and not coalesce(body.bot_agent in (select agent from exempt), false),
  coalesce(body.is_internal, false), body.bot_agent, if(body.bot_agent is null, body.agent_key, coalesce(body.agent_key, lowered(body.bot_agent))),
  coalesce(body.engaged_ms, toInt64(floor(body.engaged_seconds * 1000 + 0.5))), money(body.value_amount), body.currency,
  body.outcome_key, body.refund_of_key, body.installment_of_key, body.deal_key,
  body.device, body.browser, body.os, body.country, body.city,
  body.url, body.host, body.path, body.left_domain, body.page_title, body.utm_term, body.utm_content, click_ids,
  body.action_source, body.event_source_url, body.flags, properties
from parsed_events;
