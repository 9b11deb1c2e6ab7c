-- Sets `journey`: the person behind a conversion, named by its own number or by its outcomes (then the default definition's comes first);
-- null when nobody knows it.
-- makes: journey (of_conversion)
set variable journey = (
  select { 'person_key': conversions.person_key, 'conversion_no': conversions.conversion_no, 'until': conversions.converted_at }
  from conversions
  left join definitions using (definition_no)
  where conversions.conversion_no = $conversion_no::bigint or conversions.outcome_seq in (select unnest($outcome_seqs::bigint[]))
  order by conversions.is_counted desc, coalesce(definitions.is_default, false) desc, conversions.definition_no
  limit 1
)
