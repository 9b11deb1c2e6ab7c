-- One row per conversion of a dirty person.
delete from conversions where person_key in (select person_key from dirty_people)
