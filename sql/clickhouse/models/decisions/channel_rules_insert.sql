-- One row per own channel rule of the batch's latest decision on them.
-- needs: batch_decisions
insert into channel_rules
select
  rule.rule_no, rule.rule_id, rule.channel, rule.is_paid, rule.needs_paid, rule.source_categories, rule.source_pattern, rule.medium_pattern,
  rule.campaign_pattern, rule.click_kinds, rule.platform_families, rule.any_of, rule.needs_direct
from (
  select arrayJoin(JSONExtract(argMax(payload, decision_no), 'rules', 'Array(Tuple(
    rule_no Int32, rule_id String, channel String, is_paid Bool, needs_paid Nullable(Bool), source_categories Array(String),
    source_pattern Nullable(String), medium_pattern Nullable(String), campaign_pattern Nullable(String), click_kinds Array(String),
    platform_families Array(String), any_of Bool, needs_direct Nullable(Bool)
  ))')) as rule
  from batch_decisions
  where kind = 'channel_rules'
);
