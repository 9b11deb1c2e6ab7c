-- One row per credit of a dirty person's conversions.
delete from credit
where conversion_no in (
  select conversion_no from conversions where person_key in (select person_key from dirty_people)
)
