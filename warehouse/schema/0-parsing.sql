-- How a fact's body is read, for every kind of fact at once: what a kind does not have is null.

create macro parse_body(body) as from_json(body, '{
  "event_name": "varchar", "url": "varchar", "host": "varchar", "path": "varchar", "left_domain": "varchar", "page_title": "varchar",
  "origin_id": "bigint",
  "origin": {
    "utm_source": "varchar", "utm_medium": "varchar", "utm_campaign": "varchar", "platform": "varchar", "campaign_id": "varchar",
    "adset_id": "varchar", "ad_id": "varchar", "click_kinds": "varchar", "referrer_host": "varchar", "referrer_domain": "varchar",
    "source_key": "varchar", "medium_key": "varchar", "campaign_key": "varchar"
  },
  "utm_term": "varchar", "utm_content": "varchar", "click_ids": "json",
  "clicks": [{"kind": "varchar", "click_key": "bigint"}],
  "click_hash": "bigint", "clicked_at": "bigint", "visitor_key": "bigint",
  "identifiers": [{"type": "varchar", "priority": "tinyint", "identifier_key": "bigint"}],
  "device": "varchar", "browser": "varchar", "os": "varchar", "country": "varchar", "city": "varchar",
  "is_page_view": "boolean", "has_page": "boolean", "is_bot": "boolean", "bot_agent": "varchar", "agent_key": "varchar", "is_internal": "boolean", "engaged_ms": "bigint", "engaged_seconds": "double",
  "value_amount": "decimal(18,6)", "currency": "varchar",
  "outcome_key": "bigint", "refund_of_key": "bigint", "installment_of_key": "bigint", "deal_key": "bigint",
  "sale": {"system": "varchar", "system_kind": "varchar", "keys": [{"kind": "varchar", "sale_key": "bigint"}]},
  "type_key": "varchar", "action_source": "varchar", "event_source_url": "varchar", "flags": ["varchar"], "properties": "json",
  "platform": "varchar", "account_id": "varchar", "day": "date",
  "rows": [{
    "campaign_id": "varchar", "campaign_name": "varchar", "campaign_key": "varchar", "adset_id": "varchar", "adset_name": "varchar", "ad_id": "varchar",
    "ad_name": "varchar", "spend": "decimal(18,6)", "impressions": "bigint", "clicks": "bigint",
    "reach": "bigint", "frequency": "decimal(18,6)", "link_clicks": "bigint", "video_3s_views": "bigint", "thruplays": "bigint",
    "platform_conversions": "decimal(18,6)", "platform_conversion_value": "decimal(18,6)"
  }],
  "objects": "json"
}');
