-- One row per conversion of the scope that is computed and earns credit to somebody.
-- needs: kept_conversions, matched
-- makes: scope_conversions (of_scope)
create temp table scope_conversions as
select
  matched.conversion_no, matched.outcome_seq, matched.definition_no, matched.conversion_key, matched.person_key, matched.visitor_key,
  matched.occurred_at as converted_at, matched.resolved_by
from matched
where matched.is_counted and matched.conversion_no not in (select conversion_no from kept_conversions)
