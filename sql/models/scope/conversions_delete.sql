-- One row per conversion of a dirty person, but for those that stay.
delete from conversions
where person_key in (select person_key from dirty_people)
  and conversion_no not in (select conversion_no from kept_conversions)
