-- One row per synthetic touch of a dirty person, as it was.
-- needs: dirty_people
-- fills: touches_before (dirty)
insert into touches_before
select * from touches where is_synthetic and person_key in (select person_key from dirty_people)
