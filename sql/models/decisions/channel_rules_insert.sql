-- One row per own channel rule of the batch's latest decision on them.
-- needs: batch_decisions
insert into channel_rules
select unnest(
  from_json(
    arg_max(payload->'rules', decision_no),
    '[{
      "rule_no": "integer", "rule_id": "varchar", "channel": "varchar", "is_paid": "boolean", "needs_paid": "boolean",
      "source_categories": ["varchar"], "source_pattern": "varchar", "medium_pattern": "varchar", "campaign_pattern": "varchar",
      "click_kinds": ["varchar"], "platform_families": ["varchar"], "any_of": "boolean", "needs_direct": "boolean"
    }]'
  ),
  recursive := true
)
from batch_decisions
where kind = 'channel_rules'
