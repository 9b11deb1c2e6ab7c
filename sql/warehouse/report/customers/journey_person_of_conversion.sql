-- At most one row: the person behind a conversion, named by its own number or by its outcome (then the default definition's comes first).
create temp table journey_person as
select conversions.person_key, conversions.conversion_no, conversions.converted_at as until
from conversions
left join definitions using (definition_no)
where conversions.conversion_no = $conversion_no::bigint or conversions.outcome_seq = $outcome_seq::bigint
order by conversions.is_counted desc, coalesce(definitions.is_default, false) desc, conversions.definition_no
limit 1
