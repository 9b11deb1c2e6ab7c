-- One row per counted conversion of a definition in a range of local days.
-- makes: scope_conversions (under_windows)
create temp table scope_conversions as
select
  conversions.conversion_no, conversions.outcome_seq, conversions.definition_no, conversions.conversion_key, conversions.person_key,
  conversions.visitor_key, conversions.converted_at, outcomes.resolved_by
from conversions
join outcomes using (outcome_seq)
where conversions.is_counted
  and conversions.conversion_key = $goal
  and conversions.converted_day between $date_from::date and $date_to::date
