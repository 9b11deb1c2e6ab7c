-- One row per rule, in order.
insert into channel_rules
select unnest(
  from_json(
    $rows,
    '[{
      "rule_no": "integer", "rule_id": "varchar", "channel": "varchar", "is_paid": "boolean", "needs_paid": "boolean",
      "source_categories": ["varchar"], "source_pattern": "varchar", "medium_pattern": "varchar", "campaign_pattern": "varchar",
      "click_kinds": ["varchar"], "platform_families": ["varchar"], "any_of": "boolean", "needs_direct": "boolean"
    }]'
  ),
  recursive := true
)
