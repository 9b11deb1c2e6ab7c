-- One row per conversion of a dirty person, as it was.
-- needs: dirty_people
-- makes: conversions_before
create temp table conversions_before as
select * from conversions where person_key in (select person_key from dirty_people)
