-- One row per credit of a dirty person's conversions, but for those that stay.
delete from credit
where conversion_no in (
  select conversion_no
  from conversions
  where person_key in (select person_key from dirty_people)
    and conversion_no not in (select conversion_no from kept_conversions)
)
