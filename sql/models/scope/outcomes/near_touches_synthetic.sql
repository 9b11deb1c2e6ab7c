-- One row per synthetic touch of the scope's people, once they are made.
-- needs: dirty_people
-- fills: near_touches (dirty)
insert into near_touches
select * from touches where is_synthetic and person_key in (select person_key from dirty_people)
