-- One row per synthetic touch of a dirty person.
-- needs: dirty_people
delete from touches where is_synthetic and person_key in (select person_key from dirty_people)
