-- One row per rule: those of a request before the built-in ones. It stands before the table of that name.
-- makes: channel_rules (under_rules)
create temp table channel_rules as
select * from channel_rules where rule_no >= 1000
union all
select unnest(
  from_json(
    $rules,
    '[{
      "rule_no": "integer", "rule_id": "varchar", "channel": "varchar", "is_paid": "boolean", "needs_paid": "boolean",
      "source_categories": ["varchar"], "source_pattern": "varchar", "medium_pattern": "varchar", "campaign_pattern": "varchar",
      "click_kinds": ["varchar"], "platform_families": ["varchar"], "any_of": "boolean", "needs_direct": "boolean"
    }]'
  ),
  recursive := true
)
