-- One row per new event of the batch, its body read once.
create temp table parsed_events as
select
  seq, received_at, occurred_at, trust, event_type, dedupe_hash,
  from_json(body, '{
    "event_name": "varchar", "url": "varchar", "host": "varchar", "path": "varchar", "page_title": "varchar",
    "origin_id": "bigint",
    "origin": {
      "utm_source": "varchar", "utm_medium": "varchar", "utm_campaign": "varchar", "platform": "varchar", "campaign_id": "varchar",
      "adset_id": "varchar", "ad_id": "varchar", "click_kinds": "varchar", "referrer_host": "varchar", "referrer_domain": "varchar"
    },
    "utm_term": "varchar", "utm_content": "varchar", "click_ids": "json",
    "clicks": [{"kind": "varchar", "click_key": "bigint"}],
    "click_hash": "bigint", "clicked_at": "bigint", "visitor_key": "bigint",
    "identifiers": [{"type": "varchar", "priority": "tinyint", "identifier_key": "bigint"}],
    "device": "varchar", "browser": "varchar", "os": "varchar", "country": "varchar", "city": "varchar",
    "is_page_view": "boolean", "has_page": "boolean", "is_bot": "boolean", "is_internal": "boolean", "engaged_seconds": "double",
    "value_amount": "decimal(18,6)", "currency": "varchar",
    "outcome_key": "bigint", "refund_of_key": "bigint", "installment_of_key": "bigint", "deal_key": "bigint",
    "action_source": "varchar", "event_source_url": "varchar", "flags": ["varchar"], "properties": "json"
  }') as body
from landed
where kind = 'event'
