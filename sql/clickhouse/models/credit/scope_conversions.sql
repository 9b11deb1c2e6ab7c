-- One row per conversion of the scope that is computed and earns credit to somebody.
-- needs: kept_conversions, matched
-- makes: scope_conversions (of_scope)
create table scope_conversions engine = MergeTree order by conversion_no as
select
  matched.conversion_no as conversion_no, matched.outcome_seq as outcome_seq, matched.definition_no as definition_no, matched.conversion_key as conversion_key,
  matched.person_key as person_key, matched.visitor_key as visitor_key, matched.occurred_at as converted_at, matched.resolved_by as resolved_by
from matched
where matched.is_counted and matched.conversion_no not in (select conversion_no from kept_conversions);
